import encodeQR from 'qr'

interface QrCodeProps {
  readonly text: string
  /** What it is for, for users who cannot see it. */
  readonly label: string
}

/** Modules of white around the code, without which cameras do not find it. */
const BORDER = 4
const SIZE_PX = 220

/** A QR code, dark on white in both colour schemes. */
export function QrCode({ text, label }: QrCodeProps) {
  const modules = encodeQR(text, 'raw', { border: BORDER })
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={SIZE_PX}
      height={SIZE_PX}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
