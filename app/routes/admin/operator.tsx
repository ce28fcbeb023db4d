import { Trans, useLingui } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import { SignUpCard } from '#app/features/admin/components/sign-up-card.tsx';
import { useOperator, useSaveOperator } from '#app/features/content-editing/api.ts';
import { OperatorDocumentsCard } from '#app/features/documents/components/operator-documents-card.tsx';
import { OperatorReadiness } from '#app/features/plans/components/operator-readiness.tsx';
import { PlanSettingCard } from '#app/features/plans/components/plan-setting-card.tsx';
import { useCountryOptions } from '#app/lib/country-options.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import type { ShapedPage } from '#app/shell/route-skeleton.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Operator } from '#shared/contracts/content.ts';

export const handle = { shape: 'form' } satisfies ShapedPage;

/** Who runs this installation, as the privacy policy, the terms and security.txt show it, and whether visitors may sign up. */
export default function AdminOperatorPage() {
	const { t } = useLingui();
	const operator = useOperator();
	const save = useSaveOperator();
	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (!operator.data) return;
		const text = (name: string, form = new FormData(event.currentTarget)) => String(form.get(name) ?? '');
		try {
			await save.mutateAsync({
				version: operator.data.version,
				name: text('name'),
				address: text('address'),
				email: text('email'),
				phone: text('phone'),
				jurisdiction: text('jurisdiction'),
				securityContact: text('securityContact'),
				countryCode: text('countryCode'),
				taxNumber: text('taxNumber'),
				taxBasisPoints: Math.round(Number(text('taxRate').replace(',', '.')) * 1_000) / 10 || 0,
				taxNote: text('taxNote'),
			});
			toast({ variant: 'success', description: t`Saved. Pages update within seconds.` });
		} catch {
			// Shown above the form.
		}
	}
	const found = operator.data;
	return (
		<section className="flex flex-col gap-4" aria-label={t`Operator`}>
			<PageTitle title={t`Operator`} />
			{operator.error || save.error ? <ErrorCallout error={save.error ?? operator.error} /> : null}
			<OperatorReadiness />
			<SignUpCard />
			<PlanSettingCard />
			<OperatorDocumentsCard />
			<Card
				title={<Trans>Operator details</Trans>}
				description={<Trans>Shown in the privacy policy, the terms and security.txt.</Trans>}
			>
				{found ? (
					<form onSubmit={(event) => void submit(event)} className="flex max-w-xl flex-col gap-4">
						<TextField
							label={t`Name`}
							id="operator-name"
							name="name"
							defaultValue={found.name}
							maxLength={200}
						/>
						<TextArea
							label={t`Postal address`}
							id="operator-address"
							name="address"
							defaultValue={found.address}
							maxLength={1000}
							rows={3}
						/>
						<TextField
							label={t`Email`}
							name="email"
							type="email"
							defaultValue={found.email}
							hint={t`Contact form messages go here.`}
						/>
						<TextField label={t`Phone`} name="phone" defaultValue={found.phone} isOptional maxLength={60} />
						<TextField
							label={t`Legal`}
							name="jurisdiction"
							defaultValue={found.jurisdiction}
							isOptional
							maxLength={300}
							hint={t`Applicable law and courts, one sentence for the terms.`}
						/>
						<TextField
							label={t`Security contact`}
							name="securityContact"
							defaultValue={found.securityContact}
							isOptional
							maxLength={300}
							hint={t`An email or a link. Leave empty to use the email above.`}
						/>
						<InvoiceFields operator={found} />
						<Button type="submit" isLoading={save.isPending} className="self-start">
							<Trans>Save</Trans>
						</Button>
					</form>
				) : (
					<Skeleton className="h-80" />
				)}
			</Card>
		</section>
	);
}

/** The operator’s details for bills and fee invoices, and the tax that prices contain. */
function InvoiceFields({ operator }: { operator: Operator }) {
	const { t } = useLingui();
	const countries = useCountryOptions();
	return (
		<>
			<Select
				label={t`Country`}
				id="operator-countryCode"
				name="countryCode"
				defaultValue={operator.countryCode}
				placeholder={t`Not set`}
				options={countries}
				isOptional
				hint={t`These last fields are for plan bills and fee invoices.`}
			/>
			<TextField
				label={t`Tax ID / VAT number`}
				id="operator-taxNumber"
				name="taxNumber"
				defaultValue={operator.taxNumber}
				isOptional
				maxLength={60}
			/>
			<TextField
				label={t`Tax rate of plans and fees`}
				name="taxRate"
				suffix="%"
				inputMode="decimal"
				pattern="[0-9]{1,2}([.,][0-9]{1,3})?|100"
				defaultValue={
					operator.taxBasisPoints === 0 ? '' : String(Math.round(operator.taxBasisPoints * 10) / 1_000)
				}
				isOptional
				hint={t`Prices of plans and fees include it. Leave empty if you charge no tax.`}
			/>
			<TextField
				label={t`Note on taxes`}
				id="operator-taxNote"
				name="taxNote"
				defaultValue={operator.taxNote}
				isOptional
				maxLength={500}
			/>
		</>
	);
}
