import { UnstyledButton } from '@mantine/core';
import type { Creator } from '../model/element-kind.ts';
import classes from './insert.module.css';

/** A tool with its name below it. */
export function CreatorButton({
  creator: { label, short, icon: Icon },
  onClick,
}: {
  creator: Creator;
  onClick: () => void;
}) {
  return (
    <UnstyledButton className={classes.tool} aria-label={label} onClick={onClick}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span>{short}</span>
    </UnstyledButton>
  );
}
