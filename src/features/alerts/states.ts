/** The state machine of a message to a channel. Only a replay makes a message pending again. */
export const deliveryLife = {
  title: 'Alert delivery (`status`)',
  next: {
    PENDING: ['DELIVERED', 'FAILED'],
    DELIVERED: ['PENDING'],
    FAILED: ['PENDING'],
  },
} as const

export type DeliveryState = keyof typeof deliveryLife.next

export const deliveryStates = Object.keys(deliveryLife.next) as readonly DeliveryState[]
