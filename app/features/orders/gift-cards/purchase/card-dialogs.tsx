import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useRef, useState } from 'react';
import { EmailField } from '#app/features/orders/components/email-field.tsx';
import { Problem, useOrderAction } from '#app/features/orders/components/order-dialogs.tsx';
import { isEmail } from '#app/lib/is-email.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { DateField } from '#app/ui/date-field.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { MessageField } from '../message-field.tsx';
import type { BoughtCard, ChangedCard } from './use-purchase.ts';

/** The day of an instant where the viewer is, as a date field has it. */
const dayOf = (instant: string) => new Intl.DateTimeFormat('sv-SE').format(new Date(instant));

/** Changes for whom a card is, what it says and when it is sent, until it was sent. */
export function ChangeCardDialog(props: {
	card: BoughtCard;
	onChange: (body: ChangedCard) => Promise<unknown>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { card, onChange, onClose } = props;
	const email = useRef<HTMLInputElement>(null);
	const form = useFormCall({
		labels: {
			recipientName: t`Their name`,
			recipientEmail: t`Their email`,
			sendOn: t`Day to send`,
			message: t`Message`,
			senderName: t`From`,
		},
		checks: {
			recipientEmail: (typed) =>
				typed.trim() === '' || isEmail(typed.trim()) ? undefined : t`Please enter a valid email address.`,
		},
		async send({ recipientName = '', recipientEmail = '', senderName = '', message = '', sendOn }) {
			const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
			await onChange({
				...{ recipientName, senderName, message, timeZone },
				recipientEmail: recipientEmail.trim(),
				sendOn: sendOn || null,
			});
			toast({ variant: 'success', description: t`Changes saved` });
			onClose();
		},
	});
	return (
		<FormDialog
			form="change-card"
			onClose={onClose}
			title={t`Change gift card`}
			description={t`You can change it until it is sent.`}
			label={t`Save`}
			closeLabel={<Trans>Cancel</Trans>}
			staysOpen
			{...form.dialog}
		>
			<TextField
				label={t`Their name`}
				name="recipientName"
				isOptional
				autoComplete="off"
				maxLength={200}
				dir="auto"
				defaultValue={card.recipientName}
				error={form.errorOf('recipientName')}
			/>
			<EmailField
				input={email}
				label={t`Their email`}
				field={{ name: 'recipientEmail', autoComplete: 'off', required: false }}
				hint={t`Leave it empty to get the card yourself.`}
				defaultValue={card.recipientEmail}
				error={form.errorOf('recipientEmail')}
			/>
			<DateField
				label={t`Day to send`}
				name="sendOn"
				isOptional
				hint={t`In the morning of that day. Leave it empty to send it now.`}
				defaultValue={card.sendAt ? dayOf(card.sendAt) : ''}
				error={form.errorOf('sendOn')}
			/>
			<MessageField name="message" defaultValue={card.message} error={form.errorOf('message')} />
			<TextField
				label={t`From`}
				name="senderName"
				isOptional
				autoComplete="off"
				maxLength={200}
				dir="auto"
				defaultValue={card.senderName}
				error={form.errorOf('senderName')}
			/>
		</FormDialog>
	);
}

/** Sends a card now or once more, perhaps to a corrected address. */
export function SendCardDialog(props: {
	card: BoughtCard;
	buyerEmail: string;
	onSend: (email: string) => Promise<unknown>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { card, buyerEmail, onSend } = props;
	const { isPending, error, act } = useOrderAction(props.onClose);
	const mailNote = useMailNote({ isSandbox: false });
	const input = useRef<HTMLInputElement>(null);
	const [isWrong, setWrong] = useState(false);
	function send(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		const email = input.current?.value.trim() ?? '';
		setWrong(!isEmail(email));
		if (!isEmail(email)) return input.current?.focus();
		void act(() => onSend(email), t`Gift card sent to ${email}`);
	}
	return (
		<FormDialog
			form="send-card"
			onClose={props.onClose}
			size="sm"
			title={card.sentAt ? t`Send again` : t`Send now`}
			description={mailNote ?? t`The email has the card’s code. Anyone with the code can use it.`}
			isPending={isPending}
			label={t`Send`}
			staysOpen
			onSubmit={send}
		>
			<EmailField
				input={input}
				field={{ autoComplete: 'off' }}
				defaultValue={card.recipientEmail || buyerEmail}
				error={isWrong ? t`Please enter a valid email address.` : undefined}
			/>
			<Problem>{error}</Problem>
		</FormDialog>
	);
}
