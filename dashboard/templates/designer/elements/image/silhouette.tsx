import type { Fit } from '../../model/design.ts';

const ALIGNMENT: Record<Fit, string> = { contain: 'xMidYMid meet', cover: 'xMidYMid slice', fill: 'none' };

/** Placeholder for a recipient's picture. The platform draws the same one (templates-engine/template/pictures.ts). */
export function Silhouette({ fit, radius = 0 }: { fit: Fit; radius?: number | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      preserveAspectRatio={ALIGNMENT[fit]}
      aria-hidden
      style={{ display: 'block', width: '100%', height: '100%', borderRadius: radius }}
    >
      <rect width="24" height="24" fill="#e4e7eb" />
      <g fill="#9aa5b1">
        <circle cx="12" cy="9.4" r="4.6" />
        <path d="M2.5 24c0-5.2 4.2-8.4 9.5-8.4s9.5 3.2 9.5 8.4z" />
      </g>
    </svg>
  );
}
