import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { canonicalTimeZone } from '#shared/lib/time-zones.ts';
import { ComboBoxField, type ComboBoxFieldProps } from './combo-box-field.tsx';
import { describeZone, listZones, type TimeZone } from './time-zones.ts';

export interface TimeZoneFieldProps
	extends Omit<ComboBoxFieldProps, 'options' | 'onOpen' | 'noMatch' | 'onChange'> {
	onChange: (timeZone: string) => void;
	/** The moment whose offsets are shown: the event's start. */
	at?: Date;
}

const option = (zone: TimeZone) => ({
	id: zone.timeZone,
	label: zone.city,
	detail: zone.offset,
	keywords: zone.keywords,
});

/** A time zone, found by its city, a large city near it, its name or its offset. */
export function TimeZoneField(props: TimeZoneFieldProps) {
	const { at, value, onChange, ...rest } = props;
	const { i18n } = useLingui();
	const [isListed, setIsListed] = useState(false);
	const moment = at?.getTime();
	// Describing four hundred zones takes tens of milliseconds: only the chosen one until the list is opened.
	const options = useMemo(() => {
		const date = moment === undefined ? new Date() : new Date(moment);
		if (isListed) return listZones(date, i18n.locale, value).map(option);
		const chosen = value ? describeZone(value, date, i18n.locale) : null;
		return chosen ? [option(chosen)] : [];
	}, [isListed, moment, i18n.locale, value]);
	return (
		<ComboBoxField
			{...rest}
			value={value && (canonicalTimeZone(value) ?? value)}
			options={options}
			onOpen={() => setIsListed(true)}
			onChange={(id) => id && onChange(id)}
		/>
	);
}
