/** A camera as the picker shows it; the label is empty until the browser gives it. */
export interface CameraDevice {
	id: string;
	label: string;
}

/** All cameras of the device. Labels are there once permission was given. */
export async function listCameras(): Promise<CameraDevice[]> {
	const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
	return devices
		.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
		.map(({ deviceId, label }) => ({ id: deviceId, label }));
}
