import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { OrganisationPicker } from '#app/shell/organisation-picker.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SectionColumns, SectionLinks } from '#app/ui/section-columns.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { ConnectionsSection } from './connections-section.tsx';

const Feeds = lazyPart(
	() => import('./feeds.tsx').then((module) => module.Feeds),
	<Skeleton className="h-96" />,
);
const OtherWays = lazyPart(
	() => import('./feeds.tsx').then((module) => module.OtherWays),
	<Skeleton className="h-96" />,
);

/** Where an organisation sends notifications of changes, and the feeds that other programs read. */
export function IntegrationsPage(props: {
	user: CurrentUser;
	confirmed: Confirmed;
	/** Another module's card, of id `stripe`: the account for card payments. */
	stripe: (organisation: CurrentUser['organisations'][number]) => ReactNode;
	/** Another module's card, of id `embed`: events of the organisation on other sites. */
	embed: (organisation: CurrentUser['organisations'][number]) => ReactNode;
	/** Another module's card, of id `mailing-lists`: lists at other services that followers are added to. */
	mailingLists: (organisation: CurrentUser['organisations'][number]) => ReactNode;
}) {
	const { user, confirmed } = props;
	const { t } = useLingui();
	const [id, setId] = useState(user.organisations[0]?.id);
	const organisation = user.organisations.find((one) => one.id === id);
	if (!organisation) return <EmptyState drawing="door" title={t`You’re not in an organisation yet`} />;
	const mayManage = memberCan(organisation, 'integrations.manage');
	const seesStripe = memberCan(organisation, 'money.view') && !organisation.isSandbox;
	const sections = [
		...(mayManage
			? [
					{ id: 'webhooks', label: t`Webhooks and chats` },
					{ id: 'mailing-lists', label: t`Mailing lists` },
				]
			: []),
		...(organisation.isSandbox
			? []
			: [
					{ id: 'embed', label: t`Your website` },
					{ id: 'feeds', label: t`Feeds` },
				]),
		{ id: 'seo', label: t`SEO and link previews` },
		{ id: 'exports', label: t`Exports and API` },
		...(seesStripe ? [{ id: 'stripe', label: t`Stripe` }] : []),
	];
	return (
		<SectionColumns side={<SectionLinks label={t`On this page`} items={sections} />}>
			<OrganisationPicker organisations={user.organisations} value={organisation.id} onChange={setId} />
			<SandboxNote of={organisation} />
			{mayManage ? (
				<ConnectionsSection
					key={organisation.id}
					organisation={organisation.id}
					mayReveal={memberCan(organisation, 'developer.manage')}
					maySeeGuests={memberCan(organisation, 'attendees.view')}
					confirmed={confirmed}
				/>
			) : null}
			{mayManage ? props.mailingLists(organisation) : null}
			{organisation.isSandbox ? null : (
				<>
					{props.embed(organisation)}
					<Feeds name={organisation.name} slug={organisation.slug} />
				</>
			)}
			<OtherWays />
			{/* At the end: its height follows from what is read. */}
			{seesStripe ? props.stripe(organisation) : null}
		</SectionColumns>
	);
}
