import { Trans, useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { textToMoney } from '#shared/lib/money-text.ts';
import { offlineWays } from '#shared/rules/fundraisers.ts';
import { type DonationInput, useDonationActions } from '../api.ts';
import { wayLabels } from '../labels.ts';

/** Today where the event is, as a field of a day holds it. */
const todayIn = (timeZone: string) =>
	new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format();

interface DonationDialogProps {
	event: { id: string; timeZone: string };
	currency: string;
	onClose: () => void;
}

/** Records a donation that came in cash or by transfer. */
export function DonationDialog(props: DonationDialogProps) {
	const { t, i18n } = useLingui();
	const { event, currency, onClose } = props;
	const form = useDonationForm(props);
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!form.isPending}
			title={t`Add donation`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={form.isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button type="submit" form="offline-donation" isLoading={form.isPending}>
						{t`Add donation`}
					</Button>
				</>
			}
		>
			<Form id="offline-donation" method="post" errors={form.summary} onSubmit={form.submit}>
				<div className="grid gap-5 sm:grid-cols-2">
					<TextField
						label={t`Amount`}
						name="amountMinor"
						prefix={currency}
						inputMode="decimal"
						autoComplete="off"
						error={form.errorOf('amountMinor')}
					/>
					<DateField
						label={t`Received on`}
						name="receivedOn"
						defaultValue={todayIn(event.timeZone)}
						error={form.errorOf('receivedOn')}
					/>
				</div>
				<RadioGroup
					label={t`How it came`}
					name="way"
					defaultValue="cash"
					options={offlineWays.map((value) => ({ value, label: i18n._(wayLabels[value]) }))}
				/>
				<div className="grid gap-5 sm:grid-cols-2">
					<TextField
						label={t`Donor`}
						name="donorName"
						maxLength={200}
						autoComplete="off"
						dir="auto"
						error={form.errorOf('donorName')}
					/>
					<TextField
						label={t`Email`}
						name="donorEmail"
						type="email"
						isOptional
						autoComplete="off"
						error={form.errorOf('donorEmail')}
					/>
				</div>
				<Checkbox label={t`Anonymous on the donor wall`} name="isAnonymous" />
				<TextArea
					label={t`Message`}
					name="message"
					isOptional
					rows={2}
					maxLength={300}
					hint={t`Shown on the donor wall.`}
					dir="auto"
					error={form.errorOf('message')}
				/>
				<TextField
					label={t`Note`}
					name="note"
					isOptional
					maxLength={500}
					autoComplete="off"
					hint={t`Only for your team.`}
					error={form.errorOf('note')}
				/>
			</Form>
		</Dialog>
	);
}

/** What is checked before a donation is added, and the call that adds it. */
function useDonationForm({ event, currency, onClose }: DonationDialogProps) {
	const { t } = useLingui();
	const { add } = useDonationActions(event.id);
	const keyOf = useKeyOf();
	return useFormCall({
		labels: {
			amountMinor: t`Amount`,
			donorName: t`Donor`,
			donorEmail: t`Email`,
			receivedOn: t`Received on`,
			message: t`Message`,
			note: t`Note`,
		},
		checks: {
			amountMinor: (typed) => {
				const minor = textToMoney(typed.trim(), currency);
				if (typed.trim() === '' || minor === 0) return t`Enter an amount.`;
				return minor === null ? t`Enter an amount, like 12.50.` : undefined;
			},
			donorName: (typed) => (typed.trim() === '' ? t`Enter a name.` : undefined),
			receivedOn: (typed) => (typed === '' ? t`Choose a day.` : undefined),
		},
		async send(values) {
			const body: DonationInput = {
				amountMinor: textToMoney((values.amountMinor ?? '').trim(), currency) ?? 0,
				way: values.way as NonNullable<DonationInput['way']>,
				receivedOn: values.receivedOn ?? '',
				donorName: (values.donorName ?? '').trim(),
				donorEmail: (values.donorEmail ?? '').trim(),
				isAnonymous: values.isAnonymous === 'on',
				message: values.message ?? '',
				note: values.note ?? '',
			};
			await add.mutateAsync({ body, key: keyOf(body) });
			toast({ variant: 'success', description: t`Donation added` });
			onClose();
		},
	});
}
