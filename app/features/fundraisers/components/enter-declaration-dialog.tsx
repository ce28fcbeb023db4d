import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { GiftAidFields } from '#app/ui/gift-aid-fields.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Donation } from '#shared/contracts/fundraisers.ts';
import { ORAL_CANCELLATION_DAYS } from '#shared/rules/gift-aid.ts';
import { useEnterDeclaration } from '../gift-aid-api.ts';

interface EnterDeclarationProps {
	organisation: string;
	event: string;
	charity: string;
	donation: Donation;
	onClose: () => void;
}

/** Enters a Gift Aid declaration that a donor made on paper, by word of mouth or after their donation. */
export function EnterDeclarationDialog(props: EnterDeclarationProps) {
	const { t } = useLingui();
	const { charity, donation, onClose } = props;
	const [record, setRecord] = useState('');
	const form = useDeclarationForm(props, record);
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!form.isPending}
			title={t`Add Gift Aid declaration`}
			description={
				donation.donorEmail
					? t`For a declaration of ${donation.donorName} on paper, by word of mouth or made after the donation. Their other donations are found by ${donation.donorEmail}.`
					: t`For a declaration of ${donation.donorName} on paper, by word of mouth or made after the donation. Without an email on the donation, it covers this one only.`
			}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={form.isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button type="submit" form="enter-declaration" isLoading={form.isPending}>
						{t`Add declaration`}
					</Button>
				</>
			}
		>
			<Form id="enter-declaration" method="post" errors={form.summary} onSubmit={form.submit}>
				<RadioGroup
					label={t`How it was made`}
					name="oralRecord"
					value={record}
					onChange={(changed) => setRecord(changed.target.value)}
					error={form.errorOf('oralRecord')}
					options={[
						{ value: '', label: t`On paper` },
						{
							value: 'email',
							label: t`By word of mouth; email the donor a written record`,
							description: donation.donorEmail
								? t`The donor can cancel it for ${ORAL_CANCELLATION_DAYS} days. You can claim after that.`
								: t`This donation has no email.`,
							isDisabled: donation.donorEmail === '',
						},
						{
							value: 'letter',
							label: t`By word of mouth; you sent a written record by letter`,
							description: t`The letter says what is below, the name and address of the donor, the day they said it, the day of the letter, and that they can cancel it for ${ORAL_CANCELLATION_DAYS} days. You can claim after that.`,
						},
						{ value: 'recording', label: t`By word of mouth; you keep a recording of it` },
					]}
				/>
				{record === 'letter' ? (
					<DateField
						label={t`Letter sent on`}
						name="recordSentOn"
						error={form.errorOf('recordSentOn')}
						required
					/>
				) : null}
				<DateField
					label={record === '' ? t`Signed on` : t`Said on`}
					name="madeOn"
					defaultValue={(donation.receivedOn ?? donation.createdAt).slice(0, 10)}
					error={form.errorOf('madeOn')}
					required
				/>
				<GiftAidFields
					isOnPaper
					prefix=""
					charity={charity}
					errors={Object.fromEntries(form.errors.map(({ name, message }) => [name ?? '', message]))}
				/>
			</Form>
		</Dialog>
	);
}

/** What is checked before a declaration is entered, and the call that enters it. */
function useDeclarationForm(
	{ organisation, event, donation, onClose }: EnterDeclarationProps,
	record: string,
) {
	const { t } = useLingui();
	const keyOf = useKeyOf();
	const enter = useEnterDeclaration(organisation);
	const needed = (missing: string) => (typed: string) => (typed.trim() === '' ? missing : undefined);
	return useFormCall({
		labels: {
			madeOn: t`Day of the declaration`,
			oralRecord: t`How it was made`,
			recordSentOn: t`Letter sent on`,
			title: t`Title`,
			firstName: t`First name`,
			lastName: t`Last name`,
			house: t`House name or number`,
			postcode: t`Postcode`,
		},
		checks: {
			madeOn: needed(t`Choose a day.`),
			recordSentOn: (typed) =>
				record === 'letter' ? needed(t`Enter the day on which you sent the letter.`)(typed) : undefined,
			firstName: needed(t`Enter a first name.`),
			lastName: needed(t`Enter a last name.`),
			house: needed(t`Enter a house name or number.`),
			postcode: needed(t`Enter a postcode.`),
		},
		async send(values) {
			const { oralRecord, recordSentOn, ...rest } = Object.fromEntries(
				Object.entries(values).map(([name, value]) => [name, value.trim()]),
			);
			const typed = { ...rest, ...(oralRecord && { oralRecord }), ...(recordSentOn && { recordSentOn }) };
			const body = typed as unknown as Parameters<typeof enter.mutateAsync>[0]['body'];
			await enter.mutateAsync({ event, donation: donation.id, body, key: keyOf(body) });
			toast({ variant: 'success', description: t`Declaration added` });
			onClose();
		},
	});
}
