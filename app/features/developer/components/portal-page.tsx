import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { OrganisationPicker } from '#app/shell/organisation-picker.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { KeysSection } from './keys-section.tsx';

const ApiGuide = lazyPart(
	() => import('./api-guide.tsx').then((module) => module.ApiGuide),
	<RouteSkeleton />,
);
const RequestLog = lazyPart(
	() => import('./request-log.tsx').then((module) => module.RequestLog),
	<RouteSkeleton />,
);

const SandboxSection = lazyPart(
	() => import('./sandbox-section.tsx').then((module) => module.SandboxSection),
	<RouteSkeleton />,
);

/** API keys of an organisation, the calls made with them, its webhooks and sandbox, and how to call the API. */
export function PortalPage(props: {
	user: CurrentUser;
	confirmed: Confirmed;
	/** Another module's card: webhooks of the organisation, with their test messages and logs. */
	webhooks: (organisation: CurrentUser['organisations'][number]) => ReactNode;
}) {
	const { user, confirmed } = props;
	const { t } = useLingui();
	// A sandbox has no portal of its own: that of its organisation is for both.
	const organisations = user.organisations.filter(({ isSandbox }) => !isSandbox);
	const [id, setId] = useState(organisations[0]?.id);
	const organisation = organisations.find((one) => one.id === id);
	if (!organisation) return <EmptyState drawing="door" title={t`You’re not in an organisation yet`} />;
	const guide = <ApiGuide key={organisation.id} organisation={organisation} />;
	return (
		<div className="flex flex-col gap-6">
			<OrganisationPicker organisations={organisations} value={organisation.id} onChange={setId} />
			{memberCan(organisation, 'developer.manage') ? (
				<Tabs
					key={organisation.id}
					label={t`Developer Portal`}
					items={[
						{
							id: 'keys',
							label: t`Keys`,
							content: (
								<KeysSection organisation={organisation.id} maker={organisation} confirmed={confirmed} />
							),
						},
						{
							id: 'requests',
							label: t`Requests`,
							content: <RequestLog organisation={organisation.id} />,
						},
						...(memberCan(organisation, 'integrations.manage')
							? [{ id: 'webhooks', label: t`Webhooks`, content: props.webhooks(organisation) }]
							: []),
						{
							id: 'sandbox',
							label: t`Sandbox`,
							content: <SandboxSection organisation={organisation.id} />,
						},
						{ id: 'guide', label: t`Guide`, content: guide },
					]}
				/>
			) : (
				<>
					<Callout>{t`Owners and admins of ${organisation.name} manage its API keys. Ask one of them if you need a key.`}</Callout>
					{guide}
				</>
			)}
		</div>
	);
}
