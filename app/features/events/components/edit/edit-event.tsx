import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { ChangeSheetProvider } from './ask-about-change.tsx';
import { BasicsSection } from './basics-section.tsx';
import { ChangesBar } from './changes-bar.tsx';
import { CoverSection } from './cover-section.tsx';
import { EventActions } from './event-actions.tsx';
import { HistorySection } from './history-section.tsx';
import { PageSection } from './page-section.tsx';
import { PlaceSection } from './place-section.tsx';
import { PublishBar } from './publish-bar.tsx';
import { SettingsSection } from './settings-section.tsx';
import { TimesSection } from './times-section.tsx';
import { UnsavedGuard } from './unsaved.tsx';

/** Everything of an event on one page, section by section, each with its own Save. */
export function EditEvent(props: {
	event: PublicEvent;
	user: CurrentUser;
	/** What can be done with the event beside its own steps. */
	actions?: ReactNode;
}) {
	const { event, user, actions } = props;
	const { t } = useLingui();
	const mayEdit = event.organisation?.permissions.includes('events.edit') ?? false;
	const sections = [
		...(mayEdit
			? [
					{ id: 'basics', label: t`Basics` },
					{ id: 'times', label: t`Date and time` },
					{ id: 'place', label: t`Location` },
					{ id: 'page', label: t`Description` },
					{ id: 'cover', label: t`Cover` },
					{ id: 'settings', label: t`Settings` },
				]
			: []),
		{ id: 'actions', label: t`Manage event` },
		...(mayEdit ? [{ id: 'history', label: t`History` }] : []),
	];
	return (
		<UnsavedGuard>
			<ChangeSheetProvider event={event}>
				<div className="grid items-start gap-8 lg:grid-cols-[11rem_minmax(0,1fr)]">
					<nav aria-label={t`Sections`} className="sticky top-24 hidden lg:block">
						<ul className="flex flex-col">
							{sections.map(({ id, label }) => (
								<li key={id}>
									<a
										href={`#${id}`}
										className="flex min-h-9 items-center rounded-md px-2.5 text-sm text-muted hover:bg-ink/6 hover:text-ink"
									>
										{label}
									</a>
								</li>
							))}
						</ul>
					</nav>
					<div className="flex min-w-0 max-w-form flex-col gap-6">
						<PublishBar event={event} user={user} />
						{mayEdit ? (
							<>
								<BasicsSection event={event} />
								<TimesSection event={event} />
								<PlaceSection event={event} />
								<PageSection event={event} />
								<CoverSection event={event} />
								<SettingsSection event={event} />
							</>
						) : null}
						<EventActions event={event}>{actions}</EventActions>
						{mayEdit ? (
							<>
								<HistorySection event={event} />
								<ChangesBar event={event} />
							</>
						) : null}
					</div>
				</div>
			</ChangeSheetProvider>
		</UnsavedGuard>
	);
}
