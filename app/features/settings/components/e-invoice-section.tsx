import { useLingui } from '@lingui/react/macro';
import { SectionCard } from '#app/ui/section-card.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useSettingsSection } from '../use-settings-section.ts';
import type { OrganisationPart } from './organisation-sections.tsx';

/** Seller details for e-invoices beyond those on paper; XRechnung needs all of it. */
export function EInvoiceSection({ saved, isEditable }: OrganisationPart) {
	const { t } = useLingui();
	const section = useSettingsSection(saved, [
		'postcode',
		'city',
		'invoiceContact',
		'invoicePhone',
		'invoiceEmail',
	]);
	return (
		<SectionCard
			id="e-invoices"
			title={t`E-invoices`}
			description={t`Invoices to companies are e-invoices (Factur-X, ZUGFeRD) automatically. XRechnung, for public authorities in Germany, also states these details.`}
			section={section}
			isEditable={isEditable}
		>
			<div className="grid gap-5 sm:grid-cols-2">
				<TextField
					label={t`Postcode`}
					{...section.field('postcode')}
					autoComplete="postal-code"
					hint={t`Read from the address if it ends with postcode and city.`}
					maxLength={20}
					isOptional
				/>
				<TextField
					label={t`City`}
					{...section.field('city')}
					autoComplete="address-level2"
					maxLength={100}
					dir="auto"
					isOptional
				/>
				<TextField
					label={t`Contact`}
					{...section.field('invoiceContact')}
					hint={t`A person or department that answers questions about invoices.`}
					maxLength={100}
					dir="auto"
					isOptional
				/>
				<TextField
					label={t`Phone`}
					{...section.field('invoicePhone')}
					type="tel"
					inputMode="tel"
					maxLength={40}
					isOptional
				/>
			</div>
			<TextField
				label={t`Email for invoices`}
				{...section.field('invoiceEmail')}
				type="email"
				inputMode="email"
				hint={t`Without it, the reply-to email is used.`}
				maxLength={254}
				isOptional
			/>
		</SectionCard>
	);
}
