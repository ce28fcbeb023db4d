import { Trans, useLingui } from '@lingui/react/macro';
import { useApiQuery } from '#app/lib/api-query.ts';
import { useFormats } from '#app/lib/format.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { listOrganisationEvents } from '#shared/contracts/event-lists.ts';

/** The newest events of an organisation. */
export function useNewestEvents(organisation: string, limit: string) {
	return useApiQuery(listOrganisationEvents, ['newest-events', organisation, limit], {
		params: { organisation },
		query: { view: 'all', limit },
	});
}

/** Which events a key, a member or a connection reaches. */
export function ChosenEvents(props: {
	organisation: string;
	chosen: string[];
	onChange: (update: (old: string[]) => string[]) => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { data } = useNewestEvents(props.organisation, '50');
	const events = data?.data ?? [];
	return (
		<fieldset className="flex max-h-60 flex-col gap-3 overflow-y-auto rounded-md border p-3">
			<legend className="sr-only">
				<Trans>Chosen events</Trans>
			</legend>
			{data && events.length === 0 ? <p className="text-sm text-muted">{t`No events yet`}</p> : null}
			{events.map((event) => (
				<Checkbox
					key={event.id}
					label={
						<span dir="auto">
							{event.title} · {formats.date(event.startsAt, event.timeZone)}
						</span>
					}
					checked={props.chosen.includes(event.id)}
					onChange={({ target }) =>
						props.onChange((old) =>
							target.checked ? [...old, event.id] : old.filter((id) => id !== event.id),
						)
					}
				/>
			))}
		</fieldset>
	);
}
