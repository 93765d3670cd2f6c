/** The QR code that an authenticator app scans. */
import { encode } from 'uqr';
import { secondFactor as words } from '../../shared/messages/security.ts';

/** Black on white in the dark theme too, because some scanners can't read inverted codes. */
export default function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 3 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={words.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 rounded-control border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
