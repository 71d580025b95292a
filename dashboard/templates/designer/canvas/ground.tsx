import { BACKGROUND_DEFAULTS } from '../../../../templates-engine/design/properties.ts';
import { COLOR, GRADIENT_DEFAULTS } from '../../../../templates-engine/elements/shared/properties.ts';
import { useShownSource } from '../../../pictures/shown-source.ts';
import type { Background, Gradient } from '../model/design.ts';
import classes from './canvas.module.css';

/** Returns a background's gradient as CSS that matches the engine: a radial gradient reaches the farthest corner. */
function cssGradient({ type, angle = GRADIENT_DEFAULTS.angle, stops }: Gradient): string {
  // A value that is not a colour could be a URL that the browser would load.
  const sorted = stops.filter(({ color }) => COLOR.pattern.test(color)).sort((a, b) => a.offset - b.offset);
  const colors = sorted.map(({ offset, color }) => `${color} ${offset * 100}%`).join(', ');
  return type === 'radial' ? `radial-gradient(circle, ${colors})` : `linear-gradient(${angle}deg, ${colors})`;
}

/** Draws the background in the browser until the server's picture arrives. */
export function Ground({ background }: { background: Background | undefined }) {
  const image = useShownSource(background?.image);
  const gradient = background?.gradient && cssGradient(background.gradient);
  return (
    <div className={classes.sheet} style={gradient ? { backgroundImage: gradient } : {}}>
      {image && (
        <img
          src={image}
          alt=""
          draggable={false}
          className={classes.picture}
          style={{ objectFit: background?.fit ?? BACKGROUND_DEFAULTS.fit }}
        />
      )}
    </div>
  );
}
