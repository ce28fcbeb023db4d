import { useLingui } from '@lingui/react/macro';
import type { DateOutcome } from '#app/features/events/series-api.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { useChangeTexts } from '../edit/use-change-texts.ts';
import { useRepeatTexts } from './use-repeat-texts.ts';

type Effect = DateOutcome['effects'][number];

/** Effects on dates of a series in words: their paths are those of the series. */
export function useDateTexts(event: Pick<PublicEvent, 'timeZone' | 'currency'>) {
	const { t } = useLingui();
	const texts = useChangeTexts(event);
	const { dateText } = useRepeatTexts();
	/** `Price`, `Venue`, `Start and end` */
	function pathText(path: string): string {
		if (path === 'times') return t`Start and end`;
		const [kind = '', second = '', field] = path.split('.');
		if (kind === 'event') return texts.fieldText(second);
		if (field !== undefined) return texts.fieldText(field);
		if (kind === 'ticket') return t`Ticket type`;
		return kind === 'question' ? t`Question` : t`Shared capacity`;
	}
	const fieldOf = (path: string) => path.split('.').at(-1) ?? '';
	const nameOf = ({ path, subject }: Effect) => (subject ? `${subject}: ${pathText(path)}` : pathText(path));
	function valuesOf({ path, before, after }: Effect, date: DateOutcome): { before: string; after: string } {
		if (path === 'times')
			return {
				before: dateText(date.startsAtLocalBefore ?? date.startsAtLocal),
				after: dateText(date.startsAtLocal),
			};
		if (path.split('.').length === 2 && !path.startsWith('event.'))
			return {
				before: before === null ? t`None` : t`As it was`,
				after: after === null ? t`Deleted` : t`Added`,
			};
		const field = fieldOf(path);
		return { before: texts.valueText(field, before), after: texts.valueText(field, after) };
	}
	return { pathText, nameOf, valuesOf };
}
