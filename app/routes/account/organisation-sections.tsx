import { GiftReceiptCard } from '#app/features/documents/components/gift-receipt-card.tsx';
import { FollowersCard } from '#app/features/organisers/components/followers-card.tsx';
import { PageSection } from '#app/features/organisers/components/page-section.tsx';
import { useOrganisationChanges, useOrganisationSettings } from '#app/features/settings/api.ts';
import { BrandingSection } from '#app/features/settings/components/branding-section.tsx';
import { EInvoiceSection } from '#app/features/settings/components/e-invoice-section.tsx';
import { LogoSection } from '#app/features/settings/components/logo-section.tsx';
import {
	DefaultsSection,
	IdentitySection,
	SellerSection,
} from '#app/features/settings/components/organisation-sections.tsx';
import { readError } from '#app/lib/read-error.ts';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';

/** What an organisation is called, sells as, looks like, and says of itself. */
export function Sections({ organisation }: { organisation: CurrentUser['organisations'][number] }) {
	const settings = useOrganisationSettings(organisation.id);
	const changes = useOrganisationChanges(organisation.id);
	const error = readError(settings);
	if (error) return <ErrorCallout error={error} onRetry={settings.refetch} />;
	if (!settings.data) return <RouteSkeleton />;
	const part = {
		saved: { data: settings.data, ...changes },
		isEditable: memberCan(organisation, 'organisation.edit'),
	};
	return (
		<>
			<IdentitySection {...part} />
			<LogoSection settings={settings.data} isEditable={part.isEditable} />
			<SellerSection {...part} />
			<EInvoiceSection {...part} />
			{memberCan(organisation, 'money.view') ? (
				<GiftReceiptCard
					organisation={organisation.id}
					isEditable={memberCan(organisation, 'money.manage')}
				/>
			) : null}
			<DefaultsSection {...part} />
			<BrandingSection {...part} />
			{memberCan(organisation, 'page.edit') ? (
				<PageSection organisation={organisation.id} slug={organisation.slug} />
			) : null}
			{memberCan(organisation, 'followers.view') ? (
				<FollowersCard organisation={organisation.id} slug={organisation.slug} />
			) : null}
		</>
	);
}
