import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PersonCard } from './card.tsx';

export function NotFound() {
  return (
    <PersonCard title="There is no such page" about="The address may be mistyped or old." back={false}>
      <Button component={Link} to="/">
        To the start
      </Button>
    </PersonCard>
  );
}
