import { useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Select } from '#app/ui/select.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';

const OrganisationHome = lazyPart(
	() => import('./organisation-home.tsx').then((module) => module.OrganisationHome),
	<RouteSkeleton />,
);

const EventsByView = lazyPart(
	() => import('./events-by-view.tsx').then((module) => module.EventsByView),
	<RouteSkeleton />,
);

const CHOICE_KEY = 'organisation';

/** What was chosen last in this browser; only a hint, the memberships decide. */
function rememberedChoice(): string {
	try {
		return localStorage.getItem(CHOICE_KEY) ?? '';
	} catch {
		return '';
	}
}

/** The organiser's home: what comes next, what is left to set up, everything else in reach. */
export function Dashboard({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	return (
		<OrganisationPage user={user} title={t`Dashboard`}>
			{(organisation) => <OrganisationHome key={organisation.id} user={user} organisation={organisation} />}
		</OrganisationPage>
	);
}

/** The events of an organisation by themselves, one press from anywhere. */
export function EventsPage({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	return (
		<OrganisationPage user={user} title={t`Events`}>
			{(organisation) => <EventsByView key={organisation.id} organisation={organisation} isPage />}
		</OrganisationPage>
	);
}

/** The frame of one organisation's dashboard, and the choice of the organisation. */
function OrganisationPage(props: {
	user: CurrentUser;
	title: string;
	children: (organisation: CurrentUser['organisations'][number]) => ReactNode;
}) {
	const { user, title } = props;
	const { t } = useLingui();
	const [chosen, setChosen] = useState(rememberedChoice);
	const organisation = user.organisations.find(({ id }) => id === chosen) ?? user.organisations[0];
	if (!organisation) {
		return (
			<PageFrame title={title}>
				<EmptyState
					drawing="door"
					title={t`You’re not in an organisation yet`}
					description={t`Ask your team to invite you.`}
				/>
			</PageFrame>
		);
	}
	function choose(id: string) {
		setChosen(id);
		try {
			localStorage.setItem(CHOICE_KEY, id);
		} catch {
			// Then it is requested again next time.
		}
	}
	return (
		<PageFrame
			title={title}
			description={user.organisations.length > 1 ? undefined : organisation.name}
			actions={
				<>
					{user.organisations.length > 1 ? (
						<Select
							label={t`Organisation`}
							isLabelHidden
							value={organisation.id}
							onChange={(event) => choose(event.target.value)}
							options={user.organisations.map(({ id, name }) => ({ value: id, label: name }))}
						/>
					) : null}
					{memberCan(organisation, 'events.create') ? (
						<ButtonLink to="/create-event" icon={Plus}>
							{t`Create Event`}
						</ButtonLink>
					) : null}
				</>
			}
		>
			<SandboxNote of={organisation} />
			{props.children(organisation)}
		</PageFrame>
	);
}
