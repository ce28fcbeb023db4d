import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useParams } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';

/** The way from the tickets of an event to its groups. */
export function GroupsLink({ event }: { event: { id: string } }) {
	const { t } = useLingui();
	// As the page was opened, by name or by id: only then does the bar know where it stands.
	const { event: key = event.id } = useParams();
	return (
		<section aria-label={t`Groups`} className="rounded-lg border border-hairline bg-surface px-5">
			<SettingsRow
				title={t`Groups`}
				description={t`Spots for people who come together. One order pays for all, or each guest pays for themselves.`}
			>
				<ButtonLink to={`/events/${key}/tickets/groups`} variant="outline" icon={ChevronRight}>
					<Trans>Groups</Trans>
				</ButtonLink>
			</SettingsRow>
		</section>
	);
}
