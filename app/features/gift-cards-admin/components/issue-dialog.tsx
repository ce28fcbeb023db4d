import { useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { formErrors, messageFor } from '#app/lib/form-errors.ts';
import { isEmail } from '#app/lib/is-email.ts';
import { today } from '#app/lib/today.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { DateField } from '#app/ui/date-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { FormError } from '#app/ui/error-summary.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormButtons } from '#app/ui/form-buttons.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { textToMoney } from '#shared/lib/money-text.ts';
import { MAX_GIFT_MESSAGE } from '#shared/rules/gift-cards.ts';
import { type IssuedGiftCard, type NewGiftCard, useIssueGiftCard } from '../api.ts';

const fields = [
	...['amountMinor', 'origin', 'recipientName', 'recipientEmail', 'senderName', 'message'],
	...['sendOn', 'note'],
] as const;

const nothing = {
	amountMinor: '',
	origin: 'given' as NewGiftCard['origin'],
	recipientName: '',
	recipientEmail: '',
	senderName: '',
	message: '',
	sendOn: '',
	note: '',
};

/** Issues a gift card for nothing, or for money that was received in cash or by transfer. */
export function IssueDialog(props: {
	organisation: { id: string; name: string; isSandbox: boolean };
	currency: string;
	confirmed: Confirmed;
	/** With the code, which is shown once. */
	onIssued: (issued: IssuedGiftCard) => void;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { organisation, currency, onClose } = props;
	const errorText = useErrorText();
	const keyOf = useKeyOf();
	const issue = useIssueGiftCard(organisation.id);
	const [values, setValues] = useState({ ...nothing, senderName: organisation.name });
	const [errors, setErrors] = useState<readonly FormError[]>([]);
	const set = (part: Partial<typeof nothing>) => setValues((before) => ({ ...before, ...part }));

	async function save(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		if (issue.isPending) return;
		const { amountMinor: typed, recipientEmail, sendOn, ...rest } = values;
		const amountMinor = textToMoney(typed, currency);
		const address = recipientEmail.trim();
		const found: FormError[] = [
			...(amountMinor ? [] : [{ name: 'amountMinor', message: t`Enter an amount, like 12.50.` }]),
			...(address === '' || isEmail(address)
				? []
				: [{ name: 'recipientEmail', message: t`Enter an email address, like name@example.com.` }]),
		];
		setErrors(found);
		if (found.length > 0 || !amountMinor) return;
		const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
		const body: NewGiftCard = {
			...{ ...rest, amountMinor, timeZone, recipientEmail: address },
			sendOn: address === '' || sendOn === '' ? null : sendOn,
		};
		try {
			const issued = await props.confirmed(() => issue.mutateAsync({ body, key: keyOf(body) }));
			if (issued) props.onIssued(issued);
		} catch (error) {
			setErrors(formErrors(error, fields, errorText));
		}
	}
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!issue.isPending}
			size="lg"
			title={t`Issue a gift card`}
			description={t`It can be used right away for all your events.`}
			footer={
				<FormButtons
					form="issue-gift-card"
					onClose={onClose}
					isPending={issue.isPending}
					label={t`Issue gift card`}
					staysOpen
				/>
			}
		>
			<Form
				id="issue-gift-card"
				method="post"
				errors={errors}
				onSubmit={(submitted) => void save(submitted as SubmitEvent<HTMLFormElement>)}
			>
				<IssueFields
					currency={currency}
					isSandbox={organisation.isSandbox}
					values={values}
					set={set}
					problem={(name) => messageFor(errors, name)}
				/>
			</Form>
		</Dialog>
	);
}

function IssueFields(props: {
	currency: string;
	isSandbox: boolean;
	values: typeof nothing;
	set: (part: Partial<typeof nothing>) => void;
	problem: (name: string) => string | undefined;
}) {
	const { t } = useLingui();
	const { currency, values, set, problem } = props;
	const mailNote = useMailNote({ isSandbox: props.isSandbox });
	const hasAddress = values.recipientEmail.trim() !== '';
	const of = (name: keyof typeof nothing) => ({
		name,
		value: values[name],
		onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
		error: problem(name),
		autoComplete: 'off',
	});
	return (
		<>
			<TextField
				{...of('amountMinor')}
				label={t`Amount`}
				prefix={currency}
				inputMode="decimal"
				className="w-44"
				required
			/>
			<RadioGroup
				{...of('origin')}
				label={t`Payment`}
				options={[
					{
						value: 'given',
						label: t`Given without payment`,
						description: t`A prize or an apology, for example.`,
					},
					{ value: 'cash', label: t`Paid in cash` },
					{ value: 'transfer', label: t`Paid by bank transfer` },
				]}
			/>
			<div className="grid gap-5 sm:grid-cols-2">
				<TextField
					{...of('recipientName')}
					label={t`Recipient’s name`}
					isOptional
					maxLength={200}
					dir="auto"
				/>
				<TextField
					{...of('recipientEmail')}
					label={t`Recipient’s email`}
					isOptional
					type="email"
					dir="ltr"
					hint={mailNote ?? t`Without it, you pass on the code yourself.`}
				/>
				<TextField {...of('senderName')} label={t`From`} isOptional maxLength={200} dir="auto" />
				{hasAddress ? (
					<DateField
						{...of('sendOn')}
						label={t`Send on`}
						isOptional
						min={today()}
						hint={t`At 8:00. Blank = right away`}
					/>
				) : null}
			</div>
			<TextArea
				{...of('message')}
				label={t`Message`}
				isOptional
				rows={3}
				maxLength={MAX_GIFT_MESSAGE}
				hint={t`Shown to the recipient.`}
			/>
			<TextField
				{...of('note')}
				label={t`Note`}
				isOptional
				maxLength={500}
				dir="auto"
				hint={t`Only your team sees it.`}
			/>
		</>
	);
}
