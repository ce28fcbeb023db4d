import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useRef, useState } from 'react';
import { isEmail } from '#app/lib/is-email.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { EmailField } from './email-field.tsx';
import { Problem, useOrderAction } from './order-dialogs.tsx';

/** Offers a ticket to another person, and says what becomes of it. */
export function HandOnDialog(props: {
	/** On the ticket. */
	name: string;
	isSandbox: boolean;
	/** @param key the same for the same offer of this dialog, so that one whose answer is lost is made once */
	onOffer: (to: { name: string; email: string }, key: string) => Promise<unknown>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { name: holder, isSandbox, onOffer, onClose } = props;
	const { isPending, error, act } = useOrderAction(onClose);
	const mailNote = useMailNote({ isSandbox });
	const keyOf = useKeyOf();
	const nameInput = useRef<HTMLInputElement>(null);
	const emailInput = useRef<HTMLInputElement>(null);
	const [wrong, setWrong] = useState<'name' | 'email' | null>(null);

	function send(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		const name = nameInput.current?.value.trim() ?? '';
		const email = emailInput.current?.value.trim() ?? '';
		const isAddress = isEmail(email);
		setWrong(name === '' ? 'name' : isAddress ? null : 'email');
		if (name === '') return nameInput.current?.focus();
		if (!isAddress) return emailInput.current?.focus();
		const to = { name, email };
		void act(() => onOffer(to, keyOf(to)), t`Ticket offered to ${name}`);
	}
	return (
		<FormDialog
			form="hand-on"
			onClose={onClose}
			size="sm"
			title={t`Transfer ${holder}’s ticket`}
			description={
				<>
					{mailNote ?? <Trans>They get a link by email.</Trans>}{' '}
					<Trans>
						Your ticket stays valid until they accept. Then it has a new code and the old one is refused at
						the door.
					</Trans>
				</>
			}
			isPending={isPending}
			label={t`Offer ticket`}
			staysOpen
			onSubmit={send}
		>
			<TextField
				ref={nameInput}
				label={t`Their name`}
				name="name"
				autoComplete="off"
				maxLength={200}
				dir="auto"
				required
				error={wrong === 'name' ? t`Please enter a name.` : undefined}
			/>
			<EmailField
				input={emailInput}
				label={t`Their email`}
				error={wrong === 'email' ? t`Please enter a valid email address.` : undefined}
			/>
			<Problem>{error}</Problem>
		</FormDialog>
	);
}
