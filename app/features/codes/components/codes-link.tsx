import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useParams } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import { useCodeCount } from '../api.ts';

/** The way from the tickets of an event to its codes, with how many there are. */
export function CodesLink({ event }: { event: { id: string } }) {
	const { t } = useLingui();
	const formats = useFormats();
	// As the page was opened, by name or by id: only then does the bar know where it stands.
	const { event: key = event.id } = useParams();
	const { data: count = 0 } = useCodeCount(event.id);
	return (
		<section aria-label={t`Codes`} className="rounded-lg border border-hairline bg-surface px-5">
			<SettingsRow
				title={t`Codes`}
				description={t`Discounts, set prices and hidden tickets for those who have a code.`}
			>
				<ButtonLink to={`/events/${key}/tickets/codes`} variant="outline" icon={ChevronRight}>
					{count > 0 ? <Trans>Codes ({formats.number(count)})</Trans> : <Trans>Add a code</Trans>}
				</ButtonLink>
			</SettingsRow>
		</section>
	);
}
