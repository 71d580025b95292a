import type { ReactNode } from 'react';

interface WhileReadingProps {
  isReading: boolean;
  children: ReactNode;
}

/** Disables the inputs and buttons inside while a table is read, because they are about the former one. */
export const WhileReading = ({ isReading, children }: WhileReadingProps) => (
  <fieldset disabled={isReading} style={{ display: 'contents' }}>
    {children}
  </fieldset>
);
