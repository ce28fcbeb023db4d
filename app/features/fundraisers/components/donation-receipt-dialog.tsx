import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { RecipientFields } from '#app/ui/recipient-fields.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Donation } from '#shared/contracts/fundraisers.ts';
import { downloadDonationReceipt } from '../api.ts';

/** Issues the receipt of an offline donation, or one over the donor's year, and downloads it. */
export function DonationReceiptDialog(props: {
	organisation: string;
	event: string;
	isSandbox: boolean;
	donation: Donation;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { organisation, event, donation, onClose } = props;
	const mailNote = useMailNote({ isSandbox: props.isSandbox, addresses: [donation.donorEmail] });
	const keyOf = useKeyOf();
	const isOffline = donation.source === 'offline';
	const [over, setOver] = useState<'donation' | 'year'>(isOffline ? 'donation' : 'year');
	const given = Number((donation.receivedOn ?? donation.createdAt).slice(0, 4));
	const form = useFormCall({
		labels: { name: t`Name`, address: t`Address`, countryCode: t`Country`, year: t`Year` },
		checks: {
			name: (typed) => (typed.trim() === '' ? t`Enter a name.` : undefined),
			address: (typed) =>
				over === 'year' && typed.trim() === '' ? t`Enter the donor’s address.` : undefined,
			year: (typed) =>
				over === 'year' && !/^20\d\d$/.test(typed.trim()) ? t`Enter a year, like 2026.` : undefined,
		},
		async send({ name = '', address = '', countryCode = '', year = '' }) {
			const body = { name: name.trim(), address: address.trim(), countryCode };
			const yearly = over === 'year' ? Number(year) : null;
			const label = await downloadDonationReceipt({
				...{ organisation, event, donation: donation.id, body, year: yearly },
				key: keyOf({ ...body, yearly }),
			});
			toast({ variant: 'success', description: t`Receipt ${label} issued` });
			onClose();
		},
	});
	return (
		<Dialog
			isOpen
			size="sm"
			onClose={onClose}
			isDismissable={!form.isPending}
			title={t`Donation receipt`}
			description={
				mailNote
					? `${t`It’s issued at once. For another name or address, the earlier one is cancelled.`} ${mailNote}`
					: t`It’s issued at once and emailed to ${donation.donorEmail}. For another name or address, the earlier one is cancelled.`
			}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={form.isPending}>{t`Cancel`}</Button>
					<Button type="submit" form="donation-receipt" isLoading={form.isPending}>{t`Issue receipt`}</Button>
				</>
			}
		>
			<Form id="donation-receipt" method="post" errors={form.summary} onSubmit={form.submit}>
				{isOffline && donation.donorEmail ? (
					<RadioGroup
						label={t`Receipt for`}
						name="over"
						value={over}
						onChange={(change) => setOver(change.target.value === 'year' ? 'year' : 'donation')}
						options={[
							{ value: 'donation', label: t`This donation` },
							{
								value: 'year',
								label: t`A whole year (Germany)`,
								description: t`All the donor gave in it that has no receipt yet.`,
							},
						]}
					/>
				) : null}
				{over === 'year' ? (
					<TextField
						label={t`Year`}
						name="year"
						inputMode="numeric"
						autoComplete="off"
						maxLength={4}
						defaultValue={String(given)}
						error={form.errorOf('year')}
						required
					/>
				) : null}
				<TextField
					label={t`Name`}
					name="name"
					autoComplete="off"
					maxLength={200}
					defaultValue={donation.donorName}
					error={form.errorOf('name')}
					dir="auto"
					required
				/>
				<RecipientFields errorOf={form.errorOf} isOptional={over === 'donation'} />
			</Form>
		</Dialog>
	);
}
