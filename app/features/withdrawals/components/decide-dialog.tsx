import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Withdrawal } from '#shared/contracts/withdrawals.ts';
import { useDecision } from '../api.ts';

/** Accepting or declining a statement, with words for the buyer. */
export function DecideDialog(props: {
	organisation: string;
	row: Withdrawal;
	how: 'accept' | 'decline';
	confirmed: Confirmed;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const keyOf = useKeyOf();
	const { row, how, onClose } = props;
	const { accept, decline } = useDecision(props.organisation, row.id, props.confirmed);
	const [note, setNote] = useState('');
	const [isSubmitted, setSubmitted] = useState(false);
	const isAccepting = how === 'accept';
	const isPending = accept.isPending || decline.isPending;
	const problem =
		!isAccepting && note.trim() === '' ? t`Explain why, so that the buyer understands.` : undefined;
	const submit = async () => {
		setSubmitted(true);
		if (problem || isPending) return;
		const body = { note: note.trim() };
		try {
			const done = isAccepting
				? await accept.mutateAsync({ ...body, key: keyOf(body) })
				: await decline.mutateAsync(body);
			if (!done) return;
		} catch {
			// Shown in the dialog.
			return;
		}
		toast({
			variant: 'success',
			description: isAccepting ? t`Withdrawal accepted` : t`Withdrawal declined`,
		});
		onClose();
	};
	const description = !isAccepting
		? t`Nothing is cancelled. The buyer gets your answer by email.`
		: row.subject === null
			? t`It matches nothing you sold here, so nothing is refunded. Refund the order or gift card yourself, if you know it.`
			: row.subject.kind === 'order'
				? t`Tickets and goods in it are cancelled, and all that was paid for them is refunded.`
				: t`The gift cards end, and what is left on them is refunded.`;
	return (
		<FormDialog
			form="decide-withdrawal"
			onClose={onClose}
			title={isAccepting ? t`Accept this withdrawal?` : t`Decline this withdrawal?`}
			description={description}
			isPending={isPending}
			label={isAccepting ? t`Accept withdrawal` : t`Decline withdrawal`}
			tone="destructive"
			staysOpen
			onSubmit={(event) => {
				event.preventDefault();
				void submit();
			}}
			error={accept.error ?? decline.error}
		>
			<TextArea
				label={t`Message to the buyer`}
				name="note"
				rows={4}
				maxLength={1_000}
				isOptional={isAccepting}
				required={!isAccepting}
				value={note}
				onChange={(event) => setNote(event.target.value)}
				error={isSubmitted ? problem : undefined}
			/>
		</FormDialog>
	);
}
