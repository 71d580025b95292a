import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import type { Creator } from '../model/element-kind.ts';
import classes from './insert.module.css';

interface CreatorButtonProps
  extends UnstyledButtonProps,
    Omit<ComponentPropsWithRef<'button'>, keyof UnstyledButtonProps> {
  creator: Pick<Creator, 'label' | 'short' | 'icon'>;
}

/** Tool button with its name below. */
export function CreatorButton({ creator: { label, short, icon: Icon }, ...rest }: CreatorButtonProps) {
  return (
    <UnstyledButton {...rest} className={classes.tool} aria-label={label}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span>{short}</span>
    </UnstyledButton>
  );
}
