import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Native<P> = P & Omit<ComponentPropsWithRef<'a'>, keyof P>

const AnchorLink = createLink((props: Native<AnchorProps>) => <Anchor {...props} />)

/**
 * A link to a page of ours: `<PageLink to={paths.runner} params={{ agentId }}>`. Only on that page it says
 * that it is the current one, and not on those below.
 */
export const PageLink: typeof AnchorLink = (props) => (
  <AnchorLink activeOptions={{ exact: true }} {...props} />
)

/** The same as a button. */
export const ButtonLink = createLink((props: Native<ButtonProps>) => <Button component="a" {...props} />)

/** The same as an entry of the navigation. */
export const NavigationLink = createLink((props: Native<NavLinkProps>) => (
  <NavLink component="a" {...props} />
))
