import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** Every text reaches a contrast of 4.5 on its ground in both schemes (WCAG 2.2 AA); axe checks it on every page. */
export const theme = createTheme({
  colors: {
    water: [
      '#e8f6fa',
      '#d2eaf1',
      '#a3d5e4',
      '#71bfd7',
      '#4badcc',
      '#34a2c6',
      '#1a8fb4',
      '#0f7696',
      '#0b6480',
      '#075268',
    ],
  },
  primaryColor: 'water',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  defaultRadius: 'sm',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' }, h3: { fontSize: '1rem' } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
})

/** Where the library's own choice of a colour is too faint to read. */
export const readableColours: CSSVariablesResolver = ({ colors }) => {
  const names = Object.keys(colors)
  const lightText = (shade: number) =>
    Object.fromEntries(names.map((name) => [`--mantine-color-${name}-light-color`, colors[name]![shade]!]))
  const outlined = (shade: number) =>
    Object.fromEntries(names.map((name) => [`--mantine-color-${name}-outline`, colors[name]![shade]!]))
  return {
    variables: {},
    light: {
      ...lightText(9),
      ...outlined(9),
      '--mantine-color-dimmed': '#50575e',
      '--mantine-color-placeholder': '#636b73',
      '--mantine-color-error': '#c01c1c',
      '--mantine-color-anchor': '#0b6480',
    },
    dark: {
      ...lightText(2),
      ...outlined(3),
      '--mantine-color-dimmed': '#b3b8bf',
      '--mantine-color-placeholder': '#9aa0a8',
      '--mantine-color-error': '#ff9d9d',
      '--mantine-color-anchor': '#71bfd7',
    },
  }
}
