import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FoldedCards } from '#app/ui/foldable-card.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { SavingLine } from '../long/saving-line.tsx';
import { MakeSeries } from '../series/make-series.tsx';
import { DatesScopeProvider } from '../series/scope.tsx';
import { SeriesBar } from '../series/series-bar.tsx';
import { ChangeSheetProvider } from './ask-about-change.tsx';
import { AutosaveProvider } from './autosave.tsx';
import { BasicsSection } from './basics-section.tsx';
import { ChangesBar } from './changes-bar.tsx';
import { CoverSection } from './cover-section.tsx';
import { EventActions } from './event-actions.tsx';
import { HeldChangesBar, HeldChangesProvider } from './held-changes.tsx';
import { HistorySection } from './history-section.tsx';
import { PageSection } from './page-section.tsx';
import { PlaceSection } from './place-section.tsx';
import { PublishBar } from './publish-bar.tsx';
import { SettingsSection } from './settings-section.tsx';
import { TimesSection } from './times-section.tsx';
import { UnsavedGuard } from './unsaved.tsx';

/**
 * Everything of an event on one page, section by section, folded but for the first. Texts save themselves; what guests may have to
 * be notified of is published together.
 */
export function EditEvent(props: {
	event: PublicEvent;
	user: CurrentUser;
	/** Further actions for the event. */
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
			<Providers event={event}>
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
						<SeriesBar event={event} page="edit" hasScope={mayEdit} />
						<PublishBar event={event} user={user} />
						{mayEdit ? (
							<>
								<div data-top-bar className="sticky top-16 z-10 -my-2 border-b border-hairline bg-paper py-2">
									<SavingLine savedAt={event.updatedAt} />
								</div>
								<BasicsSection event={event} />
								<FoldedCards>
									<TimesSection event={event} />
									<PlaceSection event={event} />
									<PageSection event={event} />
									<CoverSection event={event} />
									<SettingsSection event={event} />
								</FoldedCards>
							</>
						) : null}
						<EventActions event={event}>
							{mayEdit ? <MakeSeries event={event} /> : null}
							{actions}
						</EventActions>
						{mayEdit ? (
							<>
								<FoldedCards>
									<HistorySection event={event} />
								</FoldedCards>
								<ChangesBar event={event} />
								<HeldChangesBar event={event} />
							</>
						) : null}
					</div>
				</div>
			</Providers>
		</UnsavedGuard>
	);
}

function Providers({ event, children }: { event: PublicEvent; children: ReactNode }) {
	return (
		<AutosaveProvider event={event.id}>
			<HeldChangesProvider>
				<DatesScopeProvider event={event}>
					<ChangeSheetProvider event={event}>{children}</ChangeSheetProvider>
				</DatesScopeProvider>
			</HeldChangesProvider>
		</AutosaveProvider>
	);
}
