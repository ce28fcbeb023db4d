import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useState } from 'react';
import { Callout } from '#app/ui/callout.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { ListedWaitlistEntry } from '#shared/contracts/waitlist.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { WaitlistActions } from '../api.ts';

export interface DialogRequest {
	kind: 'offer' | 'remove';
	entry: ListedWaitlistEntry;
}

interface DialogProps {
	entry: ListedWaitlistEntry;
	actions: WaitlistActions;
	/** How long an offer holds at most. */
	hours: number;
	onClose: () => void;
}

/** What is about to be done with an entry. */
export function EntryDialog({
	requested,
	...props
}: Omit<DialogProps, 'entry'> & { requested: DialogRequest }) {
	const { entry } = requested;
	return requested.kind === 'offer' ? (
		<OfferDialog {...props} entry={entry} />
	) : (
		<RemoveDialog {...props} entry={entry} />
	);
}

/** Offers tickets now; where others would be passed over, it asks why. */
function OfferDialog({ entry, actions, hours, onClose }: DialogProps) {
	const { t } = useLingui();
	const { isPending, error, mutateAsync: offer } = actions.offer;
	const [reason, setReason] = useState('');
	const [skips, setSkips] = useState(false);
	const [isMissing, setMissing] = useState(false);
	const { name } = entry;
	const time = t`${plural(hours, { one: '# hour', other: '# hours' })}`;
	const isExplained = error instanceof AppError && error.metadata.rule === 'skips-others';
	async function send(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		const why = reason.trim();
		setMissing(skips && why === '');
		if (isPending || (skips && why === '')) return;
		try {
			await offer({ entry: entry.id, ...(why && { reason: why }) });
		} catch (failed) {
			if (failed instanceof AppError && failed.metadata.rule === 'skips-others') setSkips(true);
			return;
		}
		toast({ variant: 'success', description: t`Tickets offered to ${name}` });
		onClose();
	}
	return (
		<FormDialog
			form="offer-form"
			onClose={onClose}
			size="sm"
			title={t`Offer tickets to ${name}?`}
			description={t`They get an email, and the tickets are held for them for up to ${time}.`}
			isPending={isPending}
			label={t`Offer tickets`}
			staysOpen
			onSubmit={send}
			className="flex flex-col gap-5 empty:hidden"
		>
			{isExplained ? null : <ErrorCallout error={error} />}
			{skips ? (
				<>
					<Callout tone="warning" isUrgent title={t`Others are ahead of ${name}`}>
						<Trans>These tickets would suit them too. Your reason is saved in the activity log.</Trans>
					</Callout>
					<TextArea
						label={t`Why they go first`}
						name="reason"
						value={reason}
						onChange={(change) => setReason(change.target.value)}
						error={isMissing && reason.trim() === '' ? t`Enter a reason.` : undefined}
						maxLength={500}
						required
					/>
				</>
			) : null}
		</FormDialog>
	);
}

function RemoveDialog({ entry, actions, onClose }: DialogProps) {
	const { t } = useLingui();
	const { isPending, error, mutateAsync: remove } = actions.remove;
	const { name } = entry;
	async function confirm() {
		try {
			await remove(entry.id);
		} catch {
			// Shown in the dialog.
			return;
		}
		toast({ variant: 'success', description: t`${name} removed from the waitlist` });
		onClose();
	}
	return (
		<ConfirmDialog
			isOpen
			onClose={onClose}
			title={t`Remove ${name} from the waitlist?`}
			description={
				entry.offer ? t`The tickets held for them go to the next in line.` : t`They lose their place in line.`
			}
			confirmLabel={t`Remove`}
			isPending={isPending}
			onConfirm={() => void confirm()}
		>
			<ErrorCallout error={error} />
		</ConfirmDialog>
	);
}
