import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useParams } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import { useWaitlistFigures } from '../api.ts';

/** The way from the tickets of an event to its waitlist, with how many wait. */
export function WaitlistLink({ event }: { event: { id: string } }) {
	const { t } = useLingui();
	const formats = useFormats();
	// As the page was opened, by name or by id: only then does the bar know where it stands.
	const { event: key = event.id } = useParams();
	const { data } = useWaitlistFigures(event.id);
	const count = data?.waiting.entries ?? 0;
	return (
		<section aria-label={t`Waitlist`} className="rounded-lg border border-hairline bg-surface px-5">
			<SettingsRow
				title={t`Waitlist`}
				description={t`Guests join it when tickets are sold out. Tickets that become available are offered to them in order.`}
			>
				<ButtonLink to={`/events/${key}/tickets/waitlist`} variant="outline" icon={ChevronRight}>
					{count > 0 ? <Trans>Waitlist ({formats.number(count)})</Trans> : <Trans>Waitlist</Trans>}
				</ButtonLink>
			</SettingsRow>
		</section>
	);
}
