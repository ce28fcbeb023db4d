import { useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { correctBuyer } from '../correct-buyer.ts';
import { Problem, useOrderAction } from './order-dialogs.tsx';
import type { Ticket } from './ticket-card.tsx';

/** The names on all tickets, in one place. A correction also goes to the buyer that this device has saved. */
export function NamesDialog(props: {
	tickets: Ticket[];
	onRename: (ticketId: string, name: string) => Promise<unknown>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	// As they were: names that are saved one after the other do not change the form.
	const [tickets] = useState(props.tickets);
	const [missing, setMissing] = useState<string[]>([]);
	const { isPending, error, act } = useOrderAction(props.onClose);
	const isOne = tickets.length === 1;

	function save(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const typed = tickets.map((ticket) => ({ ticket, name: String(form.get(ticket.id) ?? '').trim() }));
		const empty = typed.filter(({ name }) => name === '').map(({ ticket }) => ticket.id);
		setMissing(empty);
		if (empty[0]) return document.getElementById(`name-${empty[0]}`)?.focus();
		const saveAll = async () => {
			for (const { ticket, name } of typed) if (name !== ticket.name) await props.onRename(ticket.id, name);
			for (const { ticket, name } of typed)
				if (!typed.some((other) => other.name === ticket.name)) correctBuyer('name', ticket.name, name);
		};
		void act(saveAll, isOne ? t`Name updated` : t`Names updated`);
	}
	return (
		<FormDialog
			form="names"
			onClose={props.onClose}
			size="sm"
			title={isOne ? t`Name on the ticket` : t`Names on the tickets`}
			isPending={isPending}
			label={t`Save`}
			onSubmit={save}
		>
			{tickets.map((ticket, index) => (
				<TextField
					key={ticket.id}
					id={`name-${ticket.id}`}
					name={ticket.id}
					label={isOne ? t`Name` : t`Ticket ${formats.number(index + 1)}: ${ticket.ticketTypeName}`}
					defaultValue={ticket.name}
					autoComplete="off"
					maxLength={200}
					dir="auto"
					required
					error={missing.includes(ticket.id) ? t`Please enter a name.` : undefined}
				/>
			))}
			<Problem>{error}</Problem>
		</FormDialog>
	);
}
