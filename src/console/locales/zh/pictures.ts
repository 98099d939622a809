/** Texts for choosing and editing pictures. */
export const pictures = {
  editPicture: {
    editPicture: "编辑图片",
    description: "图片说明",
    readOutThoseWho: "看不见图片的人会听到这句话",
    apply: "确定",
    crop: "裁剪比例",
    cropArrowsMoveShift: "裁剪框：方向键移动，Shift+方向键改变大小",
    free: "自由",
    n11: "1:1",
    n43: "4:3",
    n169: "16:9",
  },
  pictures: {
    upload: "上传图片",
    picture: "图片 {n}",
    cover: "封面",
    moveSpaceThenArrows: "移动{name}：空格拿起，方向键移动",
    makeCover: "设{name}为封面",
    coverAlready: "已是封面",
    edit: "编辑{name}",
    delete: "删除{name}",
  },
  usePictureUpload: {
    uploading: "正在上传 {n} / {all}",
    filesNotUploadedPictures: "{left} 个文件没有上传：只收 5 MB 以内的图片（PNG、JPEG、WebP、GIF），这里还能放 {room} 张",
  },
} as const;
