import type { Logo } from '../../../shared/api/logos.ts'
import { imageUrl } from '../../../shared/rules/image-url.ts'

/** A logo's picture in the lists of the profile's logos; its name is said beside it. */
export const OwnLogoPicture = ({ logo }: { logo: Logo }) => (
  <img
    src={imageUrl(logo.image, 320)}
    alt=""
    width={160}
    height={160}
    loading="lazy"
    draggable={false}
    style={{ backgroundColor: logo.ground ?? undefined }}
  />
)
