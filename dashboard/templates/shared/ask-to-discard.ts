import { t } from '@lingui/core/macro';
import { confirm } from '../../components/confirm.tsx';

/** Asks whether to return to the published version. */
export const askToDiscard = (version: number, onConfirm: () => void): void =>
  confirm({
    title: t`Discard unpublished changes?`,
    text: t`The template goes back to version ${version}. You can’t undo this.`,
    confirm: t`Discard changes`,
    isDangerous: true,
    onConfirm,
  });

/** Asks whether to delete a template that was never published. */
export const askToDelete = (name: string, onConfirm: () => void): void =>
  confirm({
    title: t`Delete ${name}?`,
    text: t`This draft was never published. Deleting it can’t be undone.`,
    confirm: t`Delete draft`,
    isDangerous: true,
    onConfirm,
  });
