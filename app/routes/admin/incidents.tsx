import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { IncidentActions } from '#app/features/admin/components/incident-actions.tsx';
import { NewIncidentDialog } from '#app/features/admin/components/new-incident-dialog.tsx';
import { useIncidents } from '#app/features/admin/incidents-api.ts';
import { IncidentCard } from '#app/features/status/components/incident-card.tsx';
import { useErrorText } from '#app/lib/error-text.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';

/** What the status page tells of outages and planned work. */
export default function AdminIncidentsPage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const incidents = useIncidents();
	const [isNew, setIsNew] = useState(false);
	const rows = incidents.data ?? [];
	return (
		<section className="flex flex-col gap-4" aria-label={t`Incidents`}>
			<PageTitle title={t`Incidents`} />
			<div className="flex flex-wrap gap-2">
				<Button icon={Plus} onClick={() => setIsNew(true)}>
					<Trans>Report incident</Trans>
				</Button>
				<ButtonLink to="/status" variant="outline">
					<Trans>Status page</Trans>
				</ButtonLink>
			</div>
			{incidents.error ? (
				<Callout tone="danger" isUrgent>
					{errorText(incidents.error)}
				</Callout>
			) : null}
			{incidents.data && rows.length === 0 ? (
				<Card>
					<EmptyState
						title={t`No incidents yet`}
						description={t`Incidents you post appear on the status page and in its feed at once.`}
					/>
				</Card>
			) : null}
			{rows.map((incident) => (
				<IncidentCard
					key={incident.id}
					incident={incident}
					actions={<IncidentActions incident={incident} />}
				/>
			))}
			<ShowMore
				hasMore={incidents.hasNextPage}
				isLoading={incidents.isFetchingNextPage}
				onMore={() => void incidents.fetchNextPage()}
			/>
			<NewIncidentDialog isOpen={isNew} onClose={() => setIsNew(false)} />
		</section>
	);
}
