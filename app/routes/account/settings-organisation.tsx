import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { useOrganisationChanges, useOrganisationSettings } from '#app/features/settings/api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { late } from '#app/shell/late.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { can } from '#shared/rules/permissions.ts';
import type { SettingsContext } from './settings.tsx';

const sections = () => import('#app/features/settings/components/organisation-sections.tsx');
const IdentitySection = late(() => sections().then((module) => module.IdentitySection));
const DefaultsSection = late(() => sections().then((module) => module.DefaultsSection), null);
const LogoSection = late(
	() => import('#app/features/settings/components/logo-section.tsx').then((module) => module.LogoSection),
	null,
);
const BrandingSection = late(() =>
	import('#app/features/settings/components/branding-section.tsx').then((module) => module.BrandingSection),
);

export default function OrganisationSettingsPage() {
	const { t } = useLingui();
	const { user } = useOutletContext<SettingsContext>();
	const [id, setId] = useState(user.organisations[0]?.id);
	const organisation = user.organisations.find((one) => one.id === id);
	if (!organisation) return <Callout tone="neutral">{t`You belong to no organisation.`}</Callout>;
	return (
		<div className="flex flex-col gap-6">
			{user.organisations.length > 1 ? (
				<Select
					label={t`Organisation`}
					value={organisation.id}
					onChange={(change) => setId(change.target.value)}
					options={user.organisations.map(({ id: value, name: label }) => ({ value, label }))}
					className="max-w-md"
				/>
			) : null}
			<Sections key={organisation.id} organisation={organisation} />
		</div>
	);
}

function Sections({ organisation }: { organisation: CurrentUser['organisations'][number] }) {
	const errorText = useErrorText();
	const settings = useOrganisationSettings(organisation.id);
	const changes = useOrganisationChanges(organisation.id);
	if (settings.isPending) return <Skeleton className="h-64" />;
	if (settings.error) return <Callout tone="danger">{errorText(settings.error)}</Callout>;
	const part = {
		saved: { data: settings.data, ...changes },
		isEditable: can(organisation.role, 'organisation.edit'),
	};
	return (
		<>
			<IdentitySection {...part} />
			<LogoSection settings={settings.data} isEditable={part.isEditable} />
			<DefaultsSection {...part} />
			<BrandingSection {...part} />
		</>
	);
}
