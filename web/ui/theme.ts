import {
  Autocomplete,
  Badge,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Modal,
  MultiSelect,
  Notification,
  Select,
} from '@mantine/core'

/** The head of a dialog is not the banner of the page, though it is a `header` too. */
const dialog = {
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': 'Close' },
}

/** The options that a field shows at once; typing finds the others. */
const options = { limit: 100 }

/**
 * Every text reaches a contrast of 4.5 on its ground in both schemes (WCAG 2.2 AA); axe checks it on every
 * page.
 */
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
  components: {
    Autocomplete: Autocomplete.extend({ defaultProps: options }),
    Badge: Badge.extend({ defaultProps: { tt: 'none' } }),
    Modal: Modal.extend({ defaultProps: dialog }),
    Drawer: Drawer.extend({ defaultProps: dialog }),
    MultiSelect: MultiSelect.extend({ defaultProps: options }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }),
    Select: Select.extend({ defaultProps: options }),
  },
})

/** The ground of a button that takes something away: white can be read on it. */
const loss = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#b32424' }

/** Where the library's own choice of a colour is too faint to read. */
export const readableColours: CSSVariablesResolver = ({ colors }) => {
  const shades = (suffix: string, colourOf: (shades: readonly string[]) => string) =>
    Object.fromEntries(
      Object.entries(colors).map(([name, given]) => [`--mantine-color-${name}-${suffix}`, colourOf(given)]),
    )
  const deep = (given: readonly string[]) => `color-mix(in srgb, ${given[9]} 55%, black)`
  return {
    variables: {},
    light: {
      ...loss,
      ...shades('light-color', deep),
      ...shades('outline', deep),
      '--mantine-color-dimmed': '#50575e',
      '--mantine-color-placeholder': '#636b73',
      '--mantine-color-error': '#c01c1c',
      '--mantine-color-anchor': '#0b6480',
    },
    dark: {
      ...loss,
      ...shades('light-color', (given) => given[2]!),
      ...shades('outline', (given) => given[3]!),
      '--mantine-color-dimmed': '#b3b8bf',
      '--mantine-color-placeholder': '#9aa0a8',
      '--mantine-color-error': '#ff9d9d',
      '--mantine-color-anchor': '#71bfd7',
    },
  }
}
