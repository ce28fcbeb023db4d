import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** Says a length of time in whole hours where it is one, else in minutes. */
export function useMinutesText(): (minutes: number) => string {
	const { t } = useLingui();
	return (minutes) =>
		minutes > 0 && minutes % 60 === 0
			? t`${plural(minutes / 60, { one: '# hour', other: '# hours' })}`
			: t`${plural(minutes, { one: '# minute', other: '# minutes' })}`;
}
