import { useLingui } from '@lingui/react/macro';

/** What a device is called; one that has no name yet says so. */
export function useDeviceName() {
	const { t } = useLingui();
	return (device: string) => device.trim() || t`Device without a name`;
}
