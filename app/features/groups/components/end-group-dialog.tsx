import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { ListedGroup } from '#shared/contracts/groups.ts';
import type { GroupActions } from '../api.ts';

/** Asks before a group is ended, and says what becomes of its places. */
export function EndGroupDialog(props: { group: ListedGroup; actions: GroupActions; onClose: () => void }) {
	const { t } = useLingui();
	const { group, actions, onClose } = props;
	const { isPending, error, mutateAsync: end } = actions.end;
	const { name } = group;
	const left = Math.max(0, group.places - group.taken);
	async function confirm() {
		try {
			await end(group.id);
		} catch {
			// Shown in the dialog.
			return;
		}
		toast({ variant: 'success', description: t`${name} ended` });
		onClose();
	}
	return (
		<ConfirmDialog
			isOpen
			onClose={onClose}
			title={t`End ${name}?`}
			description={
				group.pays === 'each' && left === 0
					? t`Its links stop working. All of its spots are taken, and ordered tickets stay valid.`
					: group.pays === 'each'
						? t`Its links stop working, and ${plural(left, { one: '# spot that is', other: '# spots that are' })} held for it become available to others. Tickets that were ordered stay valid.`
						: t`Its links stop working. Tickets that were claimed stay with their guests, the others with the buyer.`
			}
			confirmLabel={t`End group`}
			isPending={isPending}
			onConfirm={() => void confirm()}
		>
			<ErrorCallout error={error} />
		</ConfirmDialog>
	);
}
