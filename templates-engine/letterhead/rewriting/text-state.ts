/** Text state of a graphics state (ISO 32000-1, 9.3). */
export interface TextState {
  /** Name of the font in the resources. */
  font: string | null;
  size: number;
  /** Text rendering mode. */
  mode: number;
  characterSpacing: number;
  wordSpacing: number;
  /** Horizontal scale; 1 for none. */
  scale: number;
  leading: number;
  rise: number;
}

export const INITIAL_TEXT_STATE: TextState = {
  font: null,
  size: 0,
  mode: 0,
  characterSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
};

/** Changes the state by an operator. Other operators change nothing. */
export function setTextState(state: TextState, operator: string, operands: readonly string[]): void {
  const number = Number(operands.at(-1));
  switch (operator) {
    case 'Tf':
      state.font = operands[0]?.slice(1) ?? null;
      state.size = number;
      break;
    case 'Tc':
      state.characterSpacing = number;
      break;
    case 'Tw':
      state.wordSpacing = number;
      break;
    case 'Tz':
      state.scale = number / 100;
      break;
    case 'TL':
      state.leading = number;
      break;
    case 'TD':
      state.leading = -number;
      break;
    case 'Ts':
      state.rise = number;
      break;
    case '"':
      state.wordSpacing = Number(operands[0]);
      state.characterSpacing = Number(operands[1]);
  }
}
