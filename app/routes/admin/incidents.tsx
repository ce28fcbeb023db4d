import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { IncidentActions } from '#app/features/admin/components/incident-actions.tsx';
import { NewIncidentDialog } from '#app/features/admin/components/new-incident-dialog.tsx';
import { useIncidents } from '#app/features/admin/incidents-api.ts';
import { IncidentCard } from '#app/features/status/components/incident-card.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';

/** Incidents and planned maintenance on the status page. */
export default function AdminIncidentsPage() {
	const { t } = useLingui();
	const [isNew, setIsNew] = useState(false);
	return (
		<AdminListPage
			title={t`Incidents`}
			intro={
				<div className="flex flex-wrap gap-2">
					<Button icon={Plus} onClick={() => setIsNew(true)}>
						<Trans>Report incident</Trans>
					</Button>
					<ButtonLink to="/status" variant="outline">
						<Trans>Status page</Trans>
					</ButtonLink>
					<NewIncidentDialog isOpen={isNew} onClose={() => setIsNew(false)} />
				</div>
			}
			useRows={useIncidents}
			empty={{
				title: t`No incidents yet`,
				description: t`Incidents you post appear on the status page and in its feed at once.`,
			}}
		>
			{(rows) =>
				rows.map((incident) => (
					<IncidentCard
						key={incident.id}
						incident={incident}
						actions={<IncidentActions incident={incident} />}
					/>
				))
			}
		</AdminListPage>
	);
}
