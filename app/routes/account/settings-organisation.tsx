import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { FollowersCard } from '#app/features/organisers/components/followers-card.tsx';
import { PageSection } from '#app/features/organisers/components/page-section.tsx';
import { useOrganisationChanges, useOrganisationSettings } from '#app/features/settings/api.ts';
import { readError } from '#app/lib/read-error.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import type { SettingsContext } from './settings.tsx';

const sections = () => import('#app/features/settings/components/organisation-sections.tsx');
const IdentitySection = lazyPart(() => sections().then((module) => module.IdentitySection));
const SellerSection = lazyPart(() => sections().then((module) => module.SellerSection), null);
const GiftReceiptCard = lazyPart(
	() =>
		import('#app/features/documents/components/gift-receipt-card.tsx').then(
			(module) => module.GiftReceiptCard,
		),
	null,
);
const DefaultsSection = lazyPart(() => sections().then((module) => module.DefaultsSection), null);
const LogoSection = lazyPart(
	() => import('#app/features/settings/components/logo-section.tsx').then((module) => module.LogoSection),
	null,
);
const BrandingSection = lazyPart(() =>
	import('#app/features/settings/components/branding-section.tsx').then((module) => module.BrandingSection),
);

export default function OrganisationSettingsPage() {
	const { t } = useLingui();
	const { user } = useOutletContext<SettingsContext>();
	// The settings of an organisation are no part of chosen events.
	const organisations = user.organisations.filter(({ isLimited }) => !isLimited);
	const [id, setId] = useState(organisations[0]?.id);
	const organisation = organisations.find((one) => one.id === id);
	if (!organisation) {
		return (
			<Callout tone="neutral">
				{user.organisations.length === 0
					? t`No organisation yet`
					: t`You have access to selected events only. Ask an owner about the organisation’s settings.`}
			</Callout>
		);
	}
	return (
		<div className="flex flex-col gap-6">
			{organisations.length > 1 ? (
				<Select
					label={t`Organisation`}
					value={organisation.id}
					onChange={(change) => setId(change.target.value)}
					options={organisations.map(({ id: value, name: label }) => ({ value, label }))}
					className="max-w-md"
				/>
			) : null}
			<Sections key={organisation.id} organisation={organisation} />
		</div>
	);
}

function Sections({ organisation }: { organisation: CurrentUser['organisations'][number] }) {
	const settings = useOrganisationSettings(organisation.id);
	const changes = useOrganisationChanges(organisation.id);
	const error = readError(settings);
	if (error) return <ErrorCallout error={error} onRetry={settings.refetch} />;
	if (!settings.data) return <Skeleton className="h-64" />;
	const part = {
		saved: { data: settings.data, ...changes },
		isEditable: memberCan(organisation, 'organisation.edit'),
	};
	return (
		<>
			<IdentitySection {...part} />
			<LogoSection settings={settings.data} isEditable={part.isEditable} />
			<SellerSection {...part} />
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
			{memberCan(organisation, 'followers.view') ? <FollowersCard organisation={organisation.id} /> : null}
		</>
	);
}
