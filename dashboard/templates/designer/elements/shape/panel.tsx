import { t } from '@lingui/core/macro';
import { Checkbox, Stack } from '@mantine/core';
import {
  lineDirection,
  SHAPE_DEFAULTS,
  SHAPE_RANGES,
} from '../../../../../templates-engine/elements/shape/properties.ts';
import { DEFAULT_COLOR } from '../../../../../templates-engine/elements/shared/properties.ts';
import { NumberField, OptionalField, RadiusField } from '../../controls/fields.tsx';
import { ShadowField } from '../../controls/shadow-field.tsx';
import { type ShapePaint, ShapePaintField, type ShapePaintFieldProps } from '../../controls/shape-paint-field.tsx';
import { useMembers, useMixed } from '../../controls/use-members.ts';
import type { ElementOf, Item } from '../../model/design.ts';
import { useEditor } from '../../model/editor-context.ts';
import { DashField } from './dash-field.tsx';
import { PathField } from './path-field.tsx';

const FILL = '#d9e2ec';

/** Edits the paint and geometry of a shape. */
export function ShapePanel({ item }: { item: Item<ElementOf<'shape'>> }) {
  const change = useMembers(item, SHAPE_DEFAULTS);
  const isMixed = useMixed(item, SHAPE_DEFAULTS);
  const { selection } = useEditor();
  const isLine = item.shape === 'line';
  return (
    <Stack gap="xs">
      {item.shape === 'path' && selection.length < 2 && (
        <PathField path={item.path ?? ''} onChange={(path) => change({ path })} />
      )}
      {isLine ? (
        <ShapePaintField
          labels={{ color: t`Colour`, gradient: t`Gradient` }}
          paint={item.stroke ?? DEFAULT_COLOR}
          isMixed={isMixed('stroke')}
          onChange={(stroke) => change({ stroke })}
        />
      ) : (
        <>
          <OptionalPaint
            label={t({ message: 'Fill', context: 'noun' })}
            labels={{ color: t`Fill colour`, gradient: t`Fill gradient` }}
            paint={item.fill}
            initial={FILL}
            isMixed={isMixed('fill')}
            onChange={(fill) => change({ fill })}
          />
          <OptionalPaint
            label={t`Outline`}
            labels={{ color: t`Outline colour`, gradient: t`Outline gradient` }}
            paint={item.stroke}
            initial={DEFAULT_COLOR}
            isMixed={isMixed('stroke')}
            onChange={(stroke) => change({ stroke })}
          />
        </>
      )}
      {(isLine || item.stroke || isMixed('stroke')) && (
        <>
          <NumberField
            label={isLine ? t`Thickness` : t`Outline thickness`}
            value={item.strokeWidth ?? SHAPE_DEFAULTS.strokeWidth}
            {...SHAPE_RANGES.strokeWidth}
            step={0.5}
            isMixed={isMixed('strokeWidth')}
            onChange={(strokeWidth) => change({ strokeWidth })}
          />
          <DashField dash={item.dash} isMixed={isMixed('dash')} onChange={(dash) => change({ dash })} />
        </>
      )}
      {isLine && lineDirection(item) === 'diagonal' && (
        <Checkbox
          size="xs"
          label={t`Flip`}
          checked={(item.flip ?? SHAPE_DEFAULTS.flip) && !isMixed('flip')}
          indeterminate={isMixed('flip')}
          onChange={({ currentTarget }) => change({ flip: currentTarget.checked })}
        />
      )}
      {item.shape === 'rectangle' && (
        <RadiusField
          value={item.radius ?? SHAPE_DEFAULTS.radius}
          isMixed={isMixed('radius')}
          onChange={(radius) => change({ radius })}
        />
      )}
      <ShadowField shadow={item.shadow} isMixed={isMixed('shadow')} onChange={(shadow) => change({ shadow })} />
    </Stack>
  );
}

interface OptionalPaintProps extends Pick<ShapePaintFieldProps, 'labels'> {
  label: string;
  paint: ShapePaint | undefined;
  /** Initial colour when the paint is switched on. */
  initial: string;
  isMixed: boolean;
  onChange: (paint: ShapePaint | undefined) => void;
}

/** Edits an optional colour or gradient. */
function OptionalPaint({ label, labels, paint, initial, isMixed, onChange }: OptionalPaintProps) {
  const isPainted = paint !== undefined && paint !== 'none';
  return (
    <OptionalField
      label={label}
      isOn={isPainted}
      isMixed={isMixed}
      onSwitch={(isOn) => onChange(isOn ? initial : undefined)}
    >
      <ShapePaintField labels={labels} paint={isPainted ? paint : initial} isMixed={isMixed} onChange={onChange} />
    </OptionalField>
  );
}
