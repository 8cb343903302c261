/** A logo under a name that tells nothing. One file for every size it is shown at, so that it is there without a connection. */
export const NamelessPicture = ({ image, alt = '' }: { image: string; alt?: string }) => (
  <picture>
    <source srcSet={`/images/${image}-640.avif`} type="image/avif" />
    <img src={`/images/${image}-900.webp`} alt={alt} width={640} height={640} draggable={false} />
  </picture>
)
