import type { DoorCaller } from '../check-in/door-caller.ts';

/** A device that sells at the door, behind its staff link or member. */
export interface Seller {
	organisationId: string;
	eventId: string;
	/** The staff link or the member. */
	holderId: string;
	userId: string | null;
	deviceId: string;
	/** Its name. */
	device: string;
}

export const sellerOf = (door: DoorCaller, device: { id: string; name: string }): Seller => ({
	organisationId: door.organisationId,
	eventId: door.eventId,
	holderId: (door.staffLinkId ?? door.userId) as string,
	userId: door.userId,
	deviceId: device.id,
	device: device.name || door.device,
});
