import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useApi } from '../../lib/api.tsx';
import { detailsOf, messageOf, notifyDone } from '../../lib/errors/errors.ts';
import { type Member, NEW_ROLE } from './roles.ts';

interface About {
  member: Member;
  /** True if the user changes their own membership, so that the session must be fetched again. */
  isMine: boolean;
  onRefused: (why: string | null) => void;
}

/** Changes or ends a membership. Refusals are shown above the list of members. */
export function useMemberActions({ member, isMine, onRefused }: About) {
  const api = useApi();
  const queryClient = useQueryClient();
  const router = useRouter();
  const shared = {
    onMutate: () => onRefused(null),
    onError: (error: unknown) => onRefused(refusalOf(error, member)),
    onSettled: () => queryClient.invalidateQueries(api.members.pathFilter()),
  };
  const done = async (message: string) => {
    if (isMine) await router.navigate({ to: '/', reloadDocument: true });
    else notifyDone(message);
  };
  return {
    changeRole: useMutation(
      api.members.changeRole.mutationOptions({
        ...shared,
        onSuccess: (_, { role }) => done(NEW_ROLE[role](member.name)),
      }),
    ),
    remove: useMutation(
      api.members.remove.mutationOptions({ ...shared, onSuccess: () => done(t`${{ name: member.name }} removed.`) }),
    ),
  };
}

/** Returns the reason of a refusal. If it is about the member, the text names them. */
function refusalOf(error: unknown, { name }: Member): string {
  const isLastOwner = detailsOf(error).some(({ code }) => code === 'only_owner');
  return isLastOwner ? t`${name} is the only owner. Make someone else an owner first.` : messageOf(error);
}
