import { Trans, useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { DonorAddressFields } from '#app/ui/gift-aid-fields.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { GiftAidDeclaration } from '#shared/contracts/gift-aid.ts';
import { useChangeAddress } from '../gift-aid-api.ts';

/** Changes the name and home address of a Gift Aid declaration, as its donor said. */
export function ChangeAddressDialog(props: {
	organisation: string;
	declaration: GiftAidDeclaration;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { organisation, declaration, onClose } = props;
	const change = useChangeAddress(organisation);
	const needed = (missing: string) => (typed: string) => (typed.trim() === '' ? missing : undefined);
	const form = useFormCall({
		labels: {
			title: t`Title`,
			firstName: t`First name`,
			lastName: t`Last name`,
			house: t`House name or number`,
			postcode: t`Postcode`,
		},
		checks: {
			firstName: needed(t`Enter a first name.`),
			lastName: needed(t`Enter a last name.`),
			house: needed(t`Enter a house name or number.`),
			postcode: needed(t`Enter a postcode.`),
		},
		async send({ title = '', firstName = '', lastName = '', house = '', postcode = '' }) {
			const body = { title, firstName, lastName, house, postcode };
			await change.mutateAsync({ declaration: declaration.id, body });
			toast({ variant: 'success', description: t`Declaration changed` });
			onClose();
		},
	});
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!form.isPending}
			title={t`Change name or address`}
			description={t`The declaration stays valid. Claims that were made keep the old name and address, and so does its history.`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={form.isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button type="submit" form="change-address" isLoading={form.isPending}>
						<Trans>Save</Trans>
					</Button>
				</>
			}
		>
			<Form id="change-address" method="post" errors={form.summary} onSubmit={form.submit}>
				<DonorAddressFields
					isOnPaper
					prefix=""
					values={declaration}
					errors={Object.fromEntries(form.errors.map(({ name, message }) => [name ?? '', message]))}
				/>
			</Form>
		</Dialog>
	);
}
