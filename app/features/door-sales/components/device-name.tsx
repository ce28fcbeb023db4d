import { useLingui } from '@lingui/react/macro';

/** The name of a device, or a placeholder for one without. */
export function useDeviceName() {
	const { t } = useLingui();
	return (device: string) => device.trim() || t`Device without a name`;
}
