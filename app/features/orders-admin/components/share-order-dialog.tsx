import { useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useState } from 'react';
import { useGroupActions } from '#app/features/groups/api.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';

/** Makes an order a group that its buyer leads: the tickets are theirs until others claim them. */
export function ShareOrderDialog(props: {
	event: { id: string; isSandbox: boolean };
	order: Pick<OrderDetail, 'id' | 'buyer'>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { event, order, onClose } = props;
	const buyer = order.buyer.name;
	const { isPending, error, mutateAsync: create } = useGroupActions(event.id).create;
	const keyOf = useKeyOf();
	const mailNote = useMailNote({ isSandbox: event.isSandbox, addresses: [order.buyer.email] });
	const [name, setName] = useState(() => t`${buyer}’s group`.slice(0, 80));
	const [isMissing, setMissing] = useState(false);

	async function send(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		const typed = name.trim();
		setMissing(typed === '');
		if (isPending || typed === '') return;
		const body = { pays: 'leader' as const, name: typed, orderId: order.id };
		try {
			await create({ body, key: keyOf(body) });
		} catch {
			return; // Shown in the dialog.
		}
		toast({ variant: 'success', description: t`${typed} created` });
		onClose();
	}
	return (
		<FormDialog
			form="share-order-form"
			onClose={onClose}
			title={t`Share as group`}
			description={`${t`Others claim the tickets of this order by a link, each with a code of their own. Until then the tickets stay with ${buyer}, who leads the group.`} ${mailNote ?? t`The link goes out by email.`}`}
			isPending={isPending}
			label={t`Share as group`}
			staysOpen
			onSubmit={send}
			error={error}
		>
			<TextField
				label={t`Name`}
				name="group-name"
				hint={t`Guests see it.`}
				value={name}
				onChange={(change) => setName(change.target.value)}
				error={isMissing && name.trim() === '' ? t`Enter a name.` : undefined}
				maxLength={80}
				dir="auto"
				autoComplete="off"
				required
			/>
		</FormDialog>
	);
}
