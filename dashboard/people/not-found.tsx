import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PersonCard } from './card.tsx';

export function NotFound() {
  return (
    <PersonCard title="Page not found" about="The link may be mistyped or out of date." back={false}>
      <Button component={Link} to="/">
        Go to the home page
      </Button>
    </PersonCard>
  );
}
