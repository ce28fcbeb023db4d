import { Trans, useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { GiftAidFields } from '#app/ui/gift-aid-fields.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Donation } from '#shared/contracts/fundraisers.ts';
import { useEnterDeclaration } from '../gift-aid-api.ts';

interface PaperDeclarationProps {
	organisation: string;
	event: string;
	charity: string;
	donation: Donation;
	onClose: () => void;
}

/** Enters a Gift Aid declaration that a donor signed on paper or after their donation. */
export function PaperDeclarationDialog(props: PaperDeclarationProps) {
	const { t } = useLingui();
	const { charity, donation, onClose } = props;
	const form = useDeclarationForm(props);
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!form.isPending}
			title={t`Add Gift Aid declaration`}
			description={
				donation.donorEmail
					? t`For a declaration of ${donation.donorName} on paper or made after the donation. Their other donations are found by ${donation.donorEmail}.`
					: t`For a declaration of ${donation.donorName} on paper or made after the donation. Without an email on the donation, it covers this one only.`
			}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={form.isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button type="submit" form="paper-declaration" isLoading={form.isPending}>
						{t`Add declaration`}
					</Button>
				</>
			}
		>
			<Form id="paper-declaration" method="post" errors={form.summary} onSubmit={form.submit}>
				<DateField
					label={t`Signed on`}
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
function useDeclarationForm({ organisation, event, donation, onClose }: PaperDeclarationProps) {
	const { t } = useLingui();
	const keyOf = useKeyOf();
	const enter = useEnterDeclaration(organisation);
	const needed = (missing: string) => (typed: string) => (typed.trim() === '' ? missing : undefined);
	return useFormCall({
		labels: {
			madeOn: t`Signed on`,
			title: t`Title`,
			firstName: t`First name`,
			lastName: t`Last name`,
			house: t`House name or number`,
			postcode: t`Postcode`,
		},
		checks: {
			madeOn: needed(t`Choose a day.`),
			firstName: needed(t`Enter a first name.`),
			lastName: needed(t`Enter a last name.`),
			house: needed(t`Enter a house name or number.`),
			postcode: needed(t`Enter a postcode.`),
		},
		async send(values) {
			const typed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
			const body = typed as unknown as Parameters<typeof enter.mutateAsync>[0]['body'];
			await enter.mutateAsync({ event, donation: donation.id, body, key: keyOf(body) });
			toast({ variant: 'success', description: t`Declaration added` });
			onClose();
		},
	});
}
