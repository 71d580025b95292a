import { BACKGROUND_DEFAULTS } from '../../../../templates-engine/design/properties.ts';
import { GRADIENT_DEFAULTS } from '../../../../templates-engine/elements/shared/properties.ts';
import type { Background, Gradient } from '../model/design.ts';
import classes from './canvas.module.css';

/** As the engine draws a background's: a radial one reaches the farthest corner. */
function cssGradient({ type, angle = GRADIENT_DEFAULTS.angle, stops }: Gradient): string {
  const sorted = [...stops].sort((a, b) => a.offset - b.offset);
  const colors = sorted.map(({ offset, color }) => `${color} ${offset * 100}%`).join(', ');
  return type === 'radial' ? `radial-gradient(circle, ${colors})` : `linear-gradient(${angle}deg, ${colors})`;
}

/** The background as the browser draws it, until the platform's picture is there. */
export function Ground({ background }: { background: Background | undefined }) {
  const gradient = background?.gradient && cssGradient(background.gradient);
  return (
    <div className={classes.sheet} style={gradient ? { backgroundImage: gradient } : {}}>
      {background?.image && (
        <img
          src={background.image}
          alt=""
          draggable={false}
          className={classes.picture}
          style={{ objectFit: background.fit ?? BACKGROUND_DEFAULTS.fit }}
        />
      )}
    </div>
  );
}
